#include "noisy_descent/model.h"

#include "engine/face/inside.h"
#include "engine/question/fit/model.h"
#include "engine/question/fit/model_code.h"
#include "engine/question/fit/predictor.h"

namespace noisy_descent {

Result<std::string> predict(std::string_view model, const Data& table, std::string_view form,
                            const Options& options) {
  const auto means = means_of(options);
  if (!means) return outward(means.error());
  auto predictor = noisy::Predictor::open(model, form);
  if (!predictor) return outward(predictor.error());
  const auto feed = [&](std::span<const std::byte> bytes, double) {
    return predictor->feed(bytes);
  };
  const auto fed = feed_data(table, means->limits.memory_bytes, feed);
  if (!fed) return outward(fed.error());
  return outward(predictor->table());
}

Result<std::string> model_card(std::string_view model) {
  const auto read = noisy::Model::read(model);
  if (!read) return outward(read.error());
  return noisy::model_card(*read);
}

Result<std::string> model_code(std::string_view model, std::string_view language) {
  const auto read = noisy::Model::read(model);
  if (!read) return outward(read.error());
  return outward(noisy::model_code(*read, language));
}

Result<std::string> redact_model(std::string_view model) {
  const auto read = noisy::Model::read(model);
  if (!read) return outward(read.error());
  return noisy::write_json(read->redacted().json());
}

}  // namespace noisy_descent
