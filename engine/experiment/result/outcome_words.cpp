#include "engine/experiment/result/outcome_words.h"

#include <algorithm>
#include <array>

#include "engine/algorithm/frame/algorithm.h"
#include "engine/algorithm/frame/filter_rule.h"
#include "engine/math/error.h"
#include "engine/problem/registry.h"

namespace noisy {

bool has_error(RunStatus status) {
  using enum RunStatus;
  return status == budget_exhausted || status == diverged || status == failed;
}

bool is_error_code(const Json& code) {
#define NOISY_CODE(name, text, meaning) text,
  constexpr std::array kCodes = {NOISY_ERROR_CODES(NOISY_CODE) ""};
#undef NOISY_CODE
  return std::ranges::any_of(kCodes, [&](const char* known) { return code == Json(known); });
}

bool is_adaptive_stop(const Json& stop) {
  using enum AdaptiveStop;
  return std::ranges::any_of(
      std::array{norm_budget_exhausted, gradient_at_noise_floor, step_would_overshoot,
                 max_iterations},
      [&](AdaptiveStop each) {
        return stop == Json::object({{"reason", word_of(each)}, {"text", text_of(each)}});
      });
}

bool may_stop(std::string_view algorithm, const Json& stop) {
  const AlgorithmEntry* entry = find_algorithm(algorithm);
  if (entry && entry->origin == Origin::engine) return is_adaptive_stop(stop);
  const Json& reason = stop.member("reason");
  const std::size_t others = stop.member("text").is_text() ? 1 : 0;
  return reason.is_text() && is_valid_id(reason.text()) && stop.size() == 1 + others;
}

bool asks_for_iterates(const Json& experiment) {
  return experiment.member("run").member("trace").member("iterates") == Json(true);
}

}  // namespace noisy
