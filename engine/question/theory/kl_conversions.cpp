#include <optional>

#include "engine/math/elementary.h"
#include "engine/question/theory/kl_question.h"

namespace noisy {
namespace {

using record::in, record::in_or_null, record::of, record::or_null, record::Seen::nobody;

/// How the condition is given.
enum class KlForm { kl, pl, lojasiewicz, plain, growth, sharp };

struct ConversionQuestion {
  KlForm form = KlForm::kl;
  double constant = 0.0;
  double exponent = 0.0;
  std::optional<double> initial_gap;
  std::optional<double> lipschitz;
  std::optional<double> weaker_exponent;
};

}  // namespace

template <>
std::span<const Word<KlForm>> vocabulary() {
  static constexpr std::array<Word<KlForm>, 6> kWords = {{
      {KlForm::kl, "kl", "KL", "F - F* <= (constant ||grad F||)^exponent."},
      {KlForm::pl, "pl", "Polyak-Lojasiewicz", "||grad F||^2 >= 2 constant (F - F*)."},
      {KlForm::lojasiewicz, "lojasiewicz", "Lojasiewicz",
       "||grad F|| >= constant (F - F*)^exponent."},
      {KlForm::plain, "plain", "Constant outside", "F - F* <= constant ||grad F||^exponent."},
      {KlForm::growth, "growth", "Growth, convex",
       "F - F* >= (constant dist)^exponent of a convex risk."},
      {KlForm::sharp, "sharp", "Sharp",
       "F - F* = constant dist where the gap is at most initialGap; any exponent."},
  }};
  return kWords;
}

namespace {

const std::vector<Field<ConversionQuestion>>& fields() {
  static const std::vector<Field<ConversionQuestion>> kFields = {
      {choice_spec<KlForm>("form", "Form", "How the condition is given."),
       &store<&ConversionQuestion::form>},
      {positive_spec("constant", "Constant", "Of that form."),
       &store<&ConversionQuestion::constant>},
      {or_rule(positive_spec("exponent", "Exponent", "Of that form."), "none; pl has none"),
       &store<&ConversionQuestion::exponent>},
      {or_rule(positive_spec("initialGap", "Initial gap", "F_0, for distances."), "not known"),
       &store<&ConversionQuestion::initial_gap>},
      {or_rule(positive_spec("lipschitz", "Gradient bound", "L_0 >= ||grad F||."), "not known"),
       &store<&ConversionQuestion::lipschitz>},
      {or_rule(positive_spec("weakerExponent", "Weaker exponent",
                             "Asks for the constant with a smaller exponent."),
               "no weaker condition"),
       &store<&ConversionQuestion::weaker_exponent>}};
  return kFields;
}

constexpr FieldRule kRules[] = {
    needs("exponent", "is required: only the form \"pl\" has none", "form",
          "kl lojasiewicz plain growth sharp"),
    refuses("exponent", ErrorCode::unsupported_option, "the form \"pl\" has none", "form", "pl"),
    needs("initialGap", "is required: sharp growth meets the condition up to a gap", "form",
          "sharp"),
    needs("lipschitz", "is required for a weaker exponent", "weakerExponent", FieldRule::kGiven)};

Result<KlCondition> condition_of(const ConversionQuestion& question) {
  const double constant = question.constant, exponent = question.exponent;
  switch (question.form) {
    case KlForm::pl:
      return kl_of_pl(constant);
    case KlForm::lojasiewicz:
      return kl_of_lojasiewicz(constant, exponent);
    case KlForm::plain:
      return kl_of_plain_constant(constant, exponent);
    case KlForm::growth:
      return kl_of_convex_growth({constant, exponent});
    case KlForm::sharp:
      return kl_of_sharp(constant, *question.initial_gap, exponent);
    case KlForm::kl:
      break;
  }
  return kl_condition(exponent, constant);
}

/// The theory names what is wrong as an experiment would.
Error in_fields(Error error, const std::string& exponent) {
  const bool is_constant = error.field.ends_with("onstant");
  error.field = is_constant ? "constant" : exponent;
  return error;
}

struct Pair {
  double exponent = 0.0;
  double constant = 0.0;
};

constexpr record::Table kPair{
    "KlPair", "", {{"exponent", of<&Pair::exponent>()}, {"constant", of<&Pair::constant>()}}};

struct Start {
  double distance = 0.0, least_gradient = 0.0, least_smoothness = 0.0;
};

constexpr record::Table kStart{"KlStart",
                               "What the gap at the start implies.",
                               {{"distance", of<&Start::distance>("number | null")},
                                {"leastGradient", of<&Start::least_gradient>()},
                                {"leastSmoothness", of<&Start::least_smoothness>()}}};

struct Conversions {
  const ConversionQuestion* question;
  KlCondition condition;
  std::optional<Pair> weaker;

  Result<double> pl_constant() const { return pl_of_kl(condition); }
  Pair lojasiewicz() const { return {1.0 / condition.exponent, 1.0 / condition.constant}; }
  double plain_constant() const { return log_power(condition.constant, condition.exponent); }
  std::optional<Pair> growth() const {
    const auto growth = growth_of_kl(condition);
    if (!growth) return std::nullopt;
    return Pair{growth->exponent, growth->constant};
  }
  std::optional<double> largest_gap() const {
    if (!question->lipschitz) return std::nullopt;
    return log_power(condition.constant * *question->lipschitz, condition.exponent);
  }
  std::optional<Start> start() const {
    if (!question->initial_gap) return std::nullopt;
    const double gap = *question->initial_gap, kappa = condition.exponent;
    const double squared = condition.constant * condition.constant;
    return Start{kl_distance(condition, gap), log_power(gap, 1.0 / kappa) / condition.constant,
                 log_power(gap, (2.0 - kappa) / kappa) / (2.0 * squared)};
  }
};

constexpr record::Table kConversions{
    "KlConversions",
    "",
    {{"klExponent", of<&Conversions::condition, &KlCondition::exponent>(), nobody,
      "F - F* <= (klConstant ||grad F||)^klExponent."},
     {"klConstant", of<&Conversions::condition, &KlCondition::constant>()},
     {"plConstant", or_null<&Conversions::pl_constant>("number | null"), nobody,
      "mu, for the exponent 2."},
     {"lojasiewicz", in<kPair, &Conversions::lojasiewicz>(), nobody,
      "||grad F|| >= constant (F - F*)^exponent."},
     {"plainConstant", of<&Conversions::plain_constant>("number | null"), nobody,
      "F - F* <= plainConstant ||grad F||^klExponent."},
     {"growth", in_or_null<kPair, &Conversions::growth>(), nobody,
      "F - F* >= (constant dist)^exponent, without convexity; null for the exponent 1."},
     {"largestGap", or_null<&Conversions::largest_gap>("number | null"), nobody,
      "(gamma L_0)^kappa, which bounds every gap."},
     {"start", in_or_null<kStart, &Conversions::start>(), nobody,
      "Where the initial gap is given."},
     {"weaker", in_or_null<kPair, &Conversions::weaker>()}}};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  const auto condition = condition_of(*question);
  if (!condition) return std::unexpected(in_fields(condition.error(), "exponent"));
  std::optional<Pair> weaker;
  if (question->weaker_exponent) {
    const auto found = weakened(*condition, *question->weaker_exponent, *question->lipschitz);
    if (!found) return std::unexpected(in_fields(found.error(), "weakerExponent"));
    weaker = Pair{found->exponent, found->constant};
  }
  return record::json_of<kConversions>(Conversions{&*question, *condition, weaker});
}

}  // namespace

TheoryQuery kl_conversions_query() {
  return {
      .name = "kl-conversions",
      .title = "KL condition in other words",
      .description =
          "The Kurdyka-Lojasiewicz condition from and to the Polyak-Lojasiewicz inequality, "
          "Lojasiewicz's exponent and growth, with a smaller exponent, and what it says of the "
          "start: how far the minimizers are at most, and how smooth the risk must be at least.",
      .source = "Menart, Ullah, Arora, Bassily, Guzman, Lemmas 6 and 7",
      .parameters = specs_of(fields()),
      .rules = kRules,
      .records = {&kConversions},
      .answer = &answer};
}

}  // namespace noisy
