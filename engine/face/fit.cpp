#include "noisy_descent/fit.h"

#include "engine/face/inside.h"
#include "engine/question/fit/fit.h"

namespace noisy_descent {
namespace {

/// What a fit works on.
struct Work {
  std::string table;
  noisy::FitRequest request;
  noisy::FitOptions options;
};

noisy::Result<Work> work_of(const Data& table, std::string_view request, const Options& options) {
  const auto means = means_of(options);
  if (!means) return std::unexpected(means.error());
  auto read = noisy::read_fit_request(request);
  if (!read) return std::unexpected(read.error());
  auto text = text_of(table, means->limits.memory_bytes);
  if (!text) return std::unexpected(text.error());
  return Work{*std::move(text),
              *std::move(read),
              {.limits = means->limits, .threads = means->threads, .on_progress = Teller(options)}};
}

}  // namespace

Result<Fit> fit(const Data& table, std::string_view request, const Options& options) {
  const auto work = work_of(table, request, options);
  if (!work) return outward(work.error());
  auto fitted = noisy::fit(work->table, work->request, work->options);
  if (!fitted) return outward(fitted.error());
  return Fit{noisy::write_json(fitted->model.json()), std::move(fitted->result),
             std::move(fitted->warnings)};
}

Result<std::string> fit_experiment(const Data& table, std::string_view request,
                                   const Options& options) {
  const auto work = work_of(table, request, options);
  if (!work) return outward(work.error());
  return outward(noisy::plan_fit(work->table, work->request, work->options));
}

}  // namespace noisy_descent
