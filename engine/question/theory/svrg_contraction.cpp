#include <limits>
#include <optional>

#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

struct ContractionQuestion {
  VarianceLemma lemma = VarianceLemma::paper;
  double strong_convexity = 0.0;
  double smoothness = 0.0;
  std::optional<double> step_size;
  std::optional<double> length;
  std::vector<double> steps;
  std::vector<double> lengths;
};

constexpr std::size_t kMostCells = static_cast<std::size_t>(TheoryLimits::kCells);

ParameterSpec axis(ParameterSpec spec) {
  spec.type = ParameterType::number_or_vector;
  return or_rule(std::move(spec), "no map");
}

ParameterSpec length_spec(std::string name, std::string title, std::string description) {
  ParameterSpec spec = positive_spec(std::move(name), std::move(title), std::move(description));
  spec.minimum = 1;
  spec.exclusive_minimum = false;
  return spec;
}

const std::vector<Field<ContractionQuestion>>& fields() {
  static const std::vector<Field<ContractionQuestion>> kFields = {
      {or_default(choice_spec<VarianceLemma>("lemma", "Variance lemma",
                                             "How the variance of a step is bounded."),
                  word_for(VarianceLemma::paper)),
       &store<&ContractionQuestion::lemma>},
      {positive_spec("strongConvexity", "Strong convexity", "mu of the regularized risk."),
       &store<&ContractionQuestion::strong_convexity>},
      {positive_spec("smoothness", "Smoothness", "L of the loss, without the regularizer."),
       &store<&ContractionQuestion::smoothness>},
      {or_rule(positive_spec("stepSize", "Step size", "eta."), "1/(48 L), tight: 1/(24 L)"),
       &store<&ContractionQuestion::step_size>},
      {or_rule(length_spec("innerIterations", "Inner steps", "m, the length of an epoch."),
               "200 L/mu, tight: 100 L/mu, rounded up"),
       &store<&ContractionQuestion::length>},
      {axis(positive_spec("steps", "Step sizes", "eta of the map's rows.")),
       &store<&ContractionQuestion::steps>},
      {axis(length_spec("lengths", "Epoch lengths", "m of the map's columns.")),
       &store<&ContractionQuestion::lengths>}};
  return kFields;
}

/// A row for each step, a column for each length; null where the theorem has no bound.
Json map_json(const ContractionQuestion& question, SvrgEpoch epoch) {
  std::vector<Json> rows;
  for (const double step : question.steps) {
    epoch.step_size = step;
    rows.push_back(column(question.lengths, [&](double length) {
      epoch.length = length;
      const auto contraction = epoch_contraction(epoch);
      return contraction ? contraction->factor : std::numeric_limits<double>::quiet_NaN();
    }));
  }
  return Json::array(std::move(rows));
}

Json theory_json(const SvrgEpoch& theory) {
  return Json::object({{"stepSize", theory.step_size},
                       {"innerIterations", theory.length},
                       {"factor", epoch_contraction(theory)->factor}});
}

Json epoch_json(const SvrgEpoch& epoch) {
  const auto contraction = epoch_contraction(epoch);
  const auto checked = check_epoch(epoch);
  return Json::object({{"stepSize", epoch.step_size},
                       {"innerIterations", epoch.length},
                       {"factor", contraction ? Json(contraction->factor) : Json()},
                       {"noiseGain", contraction ? Json(contraction->noise_gain) : Json()},
                       {"holds", checked.has_value()},
                       {"reason", checked ? Json() : Json(checked.error().message)},
                       {"shortestEpoch", finite_or_null(shortest_epoch(epoch))}});
}

constexpr std::string_view kOfMap = "is required for a map: it has rows and columns";
constexpr FieldRule kRules[] = {lists("steps", kMostCells), lists("lengths", kMostCells),
                                needs("steps", kOfMap, "lengths", FieldRule::kGiven),
                                needs("lengths", kOfMap, "steps", FieldRule::kGiven)};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  const double cells = static_cast<double>(question->steps.size() * question->lengths.size());
  if (cells > TheoryLimits::kCells) {
    return fail(ErrorCode::limit_exceeded, "steps",
                "times lengths gives " + number_text(cells) + " cells, more than " +
                    number_text(TheoryLimits::kCells));
  }
  const SvrgEpoch theory =
      theory_epoch(question->lemma, question->smoothness, question->strong_convexity);
  if (const auto checked = check_epoch(theory); !checked) {
    return fail(ErrorCode::invalid_value, "strongConvexity",
                "and smoothness are too far apart for epochs that can be counted");
  }
  SvrgEpoch epoch = theory;
  epoch.step_size = question->step_size.value_or(theory.step_size);
  epoch.length = question->length.value_or(theory.length);
  return Json::object({{"epoch", epoch_json(epoch)},
                       {"theory", theory_json(theory)},
                       {"largestStep", largest_svrg_step(epoch.lemma, epoch.smoothness)},
                       {"map", question->steps.empty() ? Json() : map_json(*question, epoch)}});
}

}  // namespace

TheoryQuery svrg_contraction_query() {
  return {.name = "svrg-contraction",
          .title = "Epoch contraction",
          .description =
              "By how much an epoch of DP-SVRG contracts the expected gap, whether condition (4), "
              "A < 1/2, holds and what is missing if not; on request over a grid of step sizes and "
              "epoch lengths.",
          .source = "Wang, Ye and Xu, Theorem 4.2",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .answer = &answer};
}

}  // namespace noisy
