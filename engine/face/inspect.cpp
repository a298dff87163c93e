#include "noisy_descent/inspect.h"

#include "engine/experiment/result/assembly.h"
#include "engine/face/inside.h"
#include "engine/question/inspect/inspect.h"

namespace noisy_descent {

Result<std::string> inspect(const Data& data, std::string_view request, const Options& options) {
  const auto means = means_of(options);
  if (!means) return outward(means.error());
  auto doctor = noisy::FileDoctor::open(request);
  if (!doctor) return outward(doctor.error());
  const auto feed = [&](std::span<const std::byte> bytes, double) -> noisy::Result<void> {
    doctor->feed(bytes);
    return {};
  };
  const auto is_packed = feed_data(data, means->limits.memory_bytes, feed);
  if (!is_packed) return outward(is_packed.error());
  return noisy::write_json(doctor->report(*is_packed));
}

Result<std::string> inspection_text(std::string_view report) {
  const auto tree = noisy::parse_json(report, noisy::kResultLimits);
  if (!tree) return outward(tree.error());
  return noisy::report_text(*tree);
}

}  // namespace noisy_descent
