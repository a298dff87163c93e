#include <limits>
#include <optional>

#include "engine/algorithm/erm/theory/svrg_bound.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::in, record::of, record::or_null, record::Seen::nobody;

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

double theory_factor(const SvrgEpoch& theory) {
  return epoch_contraction(theory)->factor;
}

constexpr record::Table kTheory{"SvrgTheory",
                                "The theorem's own choice.",
                                {{"stepSize", of<&SvrgEpoch::step_size>()},
                                 {"innerIterations", of<&SvrgEpoch::length>()},
                                 {"factor", of<&theory_factor>()}}};

struct EpochAnswer {
  SvrgEpoch epoch;
  Result<EpochContraction> contraction = epoch_contraction(epoch);
  Result<void> checked = check_epoch(epoch);

  std::optional<double> factor() const {
    return contraction ? std::optional(contraction->factor) : std::nullopt;
  }
  std::optional<double> noise_gain() const {
    return contraction ? std::optional(contraction->noise_gain) : std::nullopt;
  }
  bool holds() const { return checked.has_value(); }
  std::string reason() const { return checked ? "" : checked.error().message; }
  double shortest() const { return shortest_epoch(epoch); }
};

constexpr record::Table kEpoch{
    "SvrgEpoch",
    "",
    {{"stepSize", of<&EpochAnswer::epoch, &SvrgEpoch::step_size>()},
     {"innerIterations", of<&EpochAnswer::epoch, &SvrgEpoch::length>()},
     {"factor", or_null<&EpochAnswer::factor>("number | null"), nobody,
      "A: E gap_s <= A E gap_{s-1} + noiseGain p sigma^2; null where the theorem has no bound."},
     {"noiseGain", or_null<&EpochAnswer::noise_gain>("number | null")},
     {"holds", of<&EpochAnswer::holds>(), nobody, "Condition (4): A < 1/2."},
     {"reason", or_null<&EpochAnswer::reason>("string | null"), nobody,
      "Why it does not, and what would help."},
     {"shortestEpoch", of<&EpochAnswer::shortest>("number | null"), nobody,
      "The least number of inner steps with A < 1/2; null when no number helps."}}};

struct ContractionAnswer {
  EpochAnswer epoch;
  SvrgEpoch theory;
  double largest_step = 0.0;
  Json map;
};

constexpr record::Table kContraction{
    "SvrgContraction",
    "",
    {{"epoch", in<kEpoch, &ContractionAnswer::epoch>()},
     {"theory", in<kTheory, &ContractionAnswer::theory>()},
     {"largestStep", of<&ContractionAnswer::largest_step>(), nobody,
      "Below it some epoch length meets the condition."},
     {"map", of<&ContractionAnswer::map>("(number | null)[][] | null"), nobody,
      "A: a row for each step, a value for each length."}}};

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
  return record::json_of<kContraction>(
      ContractionAnswer{.epoch = {epoch},
                        .theory = theory,
                        .largest_step = largest_svrg_step(epoch.lemma, epoch.smoothness),
                        .map = question->steps.empty() ? Json() : map_json(*question, epoch)});
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
          .records = {&kContraction},
          .answer = &answer};
}

}  // namespace noisy
