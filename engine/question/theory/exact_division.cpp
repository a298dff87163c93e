#include <optional>

#include "engine/algorithm/accelerated/theory/error_recursion.h"
#include "engine/algorithm/accelerated/theory/noise_weights.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/calibration/division.h"
#include "engine/question/theory/quadratic_question.h"

namespace noisy {
namespace {

using record::in, record::of, record::or_null, record::Seen::nobody;

const std::vector<Field<QuadraticQuestion>>& fields() {
  static const std::vector<Field<QuadraticQuestion>> kFields =
      quadratic_fields<QuadraticQuestion>();
  return kFields;
}

/// Fractions of the budget, in order; m = n.
Result<std::vector<double>> shares_of(const std::vector<WeightSegment>& weights) {
  const auto division = divide_pure_budget(Division::remark_4_2, weights, 1.0, 2, 2);
  if (!division) return std::unexpected(division.error());
  std::vector<double> shares;
  division->for_each([&](Index, double share) { shares.push_back(share); });
  return shares;
}

/// The recursion from which the divided methods (dp-gd-opt, dp-hb-opt, dp-nag-opt) take weights.
Result<ErrorRecursion> bound_recursion(const QuadraticQuestion& question) {
  const double mu = question.strong_convexity(), smoothness = question.smoothness();
  switch (question.method) {
    case QuadraticMethod::gradient_descent:
      break;
    case QuadraticMethod::heavy_ball:
      return heavy_ball_recursion(question.iterations, question.step_size, smoothness,
                                  quadratic_rate(question.setting(), mu, smoothness));
    case QuadraticMethod::nesterov:
      return nesterov_recursion({{question.iterations, question.step_size, question.momentum}}, mu,
                                smoothness);
  }
  return gradient_descent_recursion(question.iterations, question.step_size, mu, smoothness);
}

Result<std::vector<double>> bound_shares(const QuadraticQuestion& question) {
  const auto recursion = bound_recursion(question);
  if (!recursion) return std::unexpected(recursion.error());
  const auto weights = noise_weights(*recursion, question.iterations);
  if (!weights) return std::unexpected(weights.error());
  return shares_of(*weights);
}

/// What a division makes of the noise: sum_t a_t / share_t^2, the error in units of
/// (S1 / (n epsilon))^2.
template <typename ShareAt>
double noise_under(const std::vector<double>& log_weights, const ShareAt& share_at) {
  math::CompensatedSum sum;
  for (std::size_t t = 0; t < log_weights.size(); ++t) {
    sum.add(math::exp(log_weights[t] - 2.0 * math::log(share_at(t))));
  }
  return sum.value();
}

struct DivisionNoise {
  double uniform = 0.0, exact = 0.0;
  std::optional<double> bound;
};

constexpr record::Table kNoise{
    "DivisionNoise",
    "What each division adds to the error, in units of (S1 / (n epsilon))^2.",
    {{"uniform", of<&DivisionNoise::uniform>("number | null")},
     {"exact", of<&DivisionNoise::exact>("number | null")},
     {"bound", or_null<&DivisionNoise::bound>("number | null")}}};

struct DivisionAnswer {
  std::vector<double> log_weights, shares;
  Result<std::vector<double>> bound_shares;
  double bias = 0.0;
  DivisionNoise noise;
};

constexpr record::Table kDivision{
    "ExactDivision",
    "",
    {{"logWeights", of<&DivisionAnswer::log_weights>(), nobody,
      "ln of what one unit of noise variance scale b_t^2 adds to the final error, t = 1 to T."},
     {"shares", of<&DivisionAnswer::shares>(), nobody,
      "Fractions of epsilon that make the final error least."},
     {"boundShares", or_null<&DivisionAnswer::bound_shares>("number[] | null"), nobody,
      "Those that the error bound would give; null where it does not hold."},
     {"bias", of<&DivisionAnswer::bias>("number | null"), nobody, "The final error without noise."},
     {"noise", in<kNoise, &DivisionAnswer::noise>()}}};

DivisionNoise noise_of(const std::vector<double>& log_weights, const std::vector<double>& exact,
                       const Result<std::vector<double>>& bound) {
  const auto under = [&](const std::vector<double>& shares) {
    return noise_under(log_weights, [&](std::size_t t) { return shares[t]; });
  };
  const double equal = 1.0 / static_cast<double>(log_weights.size());
  return {.uniform = noise_under(log_weights, [&](std::size_t) { return equal; }),
          .exact = under(exact),
          .bound = bound ? std::optional(under(*bound)) : std::nullopt};
}

/// What is left of the start after T iterations.
Result<double> final_bias(const QuadraticQuestion& question, const StepSchedule& schedule) {
  auto run = QuadraticRun::create(question.quadratic(), question.method);
  if (!run) return std::unexpected(run.error());
  for (const Stage& stage : schedule) {
    for (Index t = 0; t < stage.count; ++t) run->step(stage.step_size, stage.momentum, 0.0);
  }
  return run->error().bias;
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kQuadraticRules);
  if (!question) return std::unexpected(question.error());
  if (auto checked = check_quadratic(*question); !checked) {
    return std::unexpected(checked.error());
  }
  const StepSchedule schedule = {{question->iterations, question->step_size, question->momentum}};
  const auto weights = exact_noise_weights(question->quadratic(), question->method, schedule);
  if (!weights) return std::unexpected(weights.error());
  const auto bias = final_bias(*question, schedule);
  if (!bias) return std::unexpected(bias.error());
  const auto exact = shares_of(*weights);
  if (!exact) return std::unexpected(exact.error());
  std::vector<double> log_weights;
  for (const WeightSegment& segment : *weights) log_weights.push_back(segment.first_log_weight);
  const auto bound = bound_shares(*question);
  return record::json_of<kDivision>(DivisionAnswer{.log_weights = log_weights,
                                                   .shares = *exact,
                                                   .bound_shares = bound,
                                                   .bias = *bias,
                                                   .noise = noise_of(log_weights, *exact, bound)});
}

}  // namespace

TheoryQuery exact_division_query() {
  return {.name = "exact-division",
          .title = "Exact division on a quadratic",
          .description =
              "How much each iteration's noise adds to the final error of a quadratic, exactly, "
              "the budget shares that are best for it, and those that the bound would give.",
          .source = "Prop. 4.2, derived",
          .parameters = specs_of(fields()),
          .rules = kQuadraticRules,
          .records = {&kDivision},
          .answer = &answer};
}

}  // namespace noisy
