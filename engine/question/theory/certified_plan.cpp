#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

#include "engine/algorithm/minimax/theory/base_regularization.h"
#include "engine/algorithm/minimax/theory/markov_accuracy.h"
#include "engine/algorithm/minimax/theory/method_bounds.h"
#include "engine/algorithm/minimax/theory/minimax_theorems.h"
#include "engine/algorithm/minimax/theory/phased_bound.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::columns, record::counted, record::each, record::in, record::of, record::or_null,
    record::Seen::nobody;

struct CertifiedQuestion : SolutionSetting {
  std::optional<Index> other_dimension;
  std::optional<double> other_radius;
  std::optional<double> public_difference;
  std::optional<double> smoothness;
  SolutionNoise noise = SolutionNoise::certified_analytic;
  double epsilon = 0.0;
  double delta = 0.0;
  RegularizationRule rule = RegularizationRule::derived_optimal;
  double scale = 1.0;

  /// What is not said of y is as of x.
  SolutionSetting full_setting() const {
    SolutionSetting full = *this;
    full.dual_dimension = other_dimension.value_or(primal_dimension);
    full.dual_radius = other_radius.value_or(primal_radius);
    full.budget = {.noise = noise, .epsilon = epsilon, .delta = delta, .rho = {}};
    if (public_difference) {
      full.bound = DifferenceBound::gradient_difference;
      full.difference = full.primal_difference = full.dual_difference = *public_difference;
    }
    return full;
  }
};

/// A number above 0 that some methods do without.
ParameterSpec optional_spec(std::string name, std::string title, std::string description,
                            std::string rule) {
  return or_rule(positive_spec(std::move(name), std::move(title), std::move(description)),
                 std::move(rule));
}

std::vector<Field<CertifiedQuestion>> problem_fields() {
  return {
      {choice_spec<SolutionMethod>("method", "Method", "What is solved and released."),
       &store<&CertifiedQuestion::method>},
      {whole_spec("samples", "Records", 2, FormatLimits::kSamples, "n, public."),
       &store<&CertifiedQuestion::samples>},
      {whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures, "d; d_x."),
       &store<&CertifiedQuestion::primal_dimension>},
      {or_rule(whole_spec("dualDimension", "Dimension of y", 1, FormatLimits::kFeatures,
                          "d_y of a saddle problem."),
               "dimension"),
       &store<&CertifiedQuestion::other_dimension>},
      {positive_spec("lipschitz", "Gradient bound",
                     "L, the largest L2 norm of one record's gradient in x and y together."),
       &store<&CertifiedQuestion::lipschitz>},
      {optional_spec("difference", "Gradients' difference",
                     "By how far two records' gradients are apart at most.", "2 lipschitz"),
       &store<&CertifiedQuestion::public_difference>},
      {optional_spec("smoothness", "Smoothness", "l, which the theorems for strong convexity read.",
                     "none"),
       &store<&CertifiedQuestion::smoothness>},
      {optional_spec("strongConvexity", "Strong convexity", "mu_x of Algorithms 1 and 3.", "none"),
       &store<&CertifiedQuestion::primal_modulus>},
      {optional_spec("strongConcavity", "Strong concavity", "mu_y.", "none"),
       &store<&CertifiedQuestion::dual_modulus>},
      {optional_spec("domainRadius", "Distance",
                     "D: how far the solution may be from the start; phases need it.", "none"),
       &store<&CertifiedQuestion::primal_radius>},
      {optional_spec("dualRadius", "Distance of y", "D_y.", "domainRadius"),
       &store<&CertifiedQuestion::other_radius>}};
}

std::vector<Field<CertifiedQuestion>> privacy_fields() {
  return {{or_default(choice_spec<SolutionNoise>("noise", "Noise", "How it is calibrated."),
                      word_for(SolutionNoise::certified_analytic)),
           &store<&CertifiedQuestion::noise>},
          {positive_spec("epsilon", "Epsilon", "Of everything that is released."),
           &store<&CertifiedQuestion::epsilon, ErrorCode::invalid_budget>},
          {positive_spec("delta", "Delta", "Of everything that is released; below 1."),
           &store<&CertifiedQuestion::delta, ErrorCode::invalid_budget>},
          {or_default(choice_spec<PhaseSchedule>("schedule", "Schedule",
                                                 "How records are divided among the phases."),
                      word_for(PhaseSchedule::equal)),
           &store<&CertifiedQuestion::schedule>},
          {or_rule(whole_spec("phases", "Phases", 1, 64, "K."), "about log2 of samples"),
           &store<&CertifiedQuestion::phases>},
          {or_default(choice_spec<RegularizationRule>("regularization", "Base regularization",
                                                      "The rule for mu."),
                      word_for(RegularizationRule::derived_optimal)),
           &store<&CertifiedQuestion::rule>},
          {or_default(positive_spec("regularizationScale", "Scale", "A public factor of mu."), 1.0),
           &store<&CertifiedQuestion::scale>},
          {or_rule(positive_spec("toleranceRatio", "Tolerance",
                                 "rho: certified distance over the paper's; at most 1."),
                   "0.01, as printed 0.5"),
           &store<&CertifiedQuestion::tolerance_ratio>}};
}

const std::vector<Field<CertifiedQuestion>>& fields() {
  static const std::vector<Field<CertifiedQuestion>> kFields = [] {
    auto table = problem_fields();
    auto more = privacy_fields();
    std::ranges::move(more, std::back_inserter(table));
    return table;
  }();
  return kFields;
}

/// A phase, with what the paper asks of a solver that nothing certifies.
struct PhaseRow {
  SolutionPhase phase;
  double expected_accuracy = 0.0;
  double epochs = 0.0;
};

constexpr record::Table kPhases{
    "CertifiedPhases",
    "One entry for each phase.",
    {{"phase", counted<PhaseRow, 1>()},
     {"records", each<&PhaseRow::phase, &SolutionPhase::block, &RecordBlock::count>()},
     {"primalWeight", each<&PhaseRow::phase, &SolutionPhase::primal_weight>()},
     {"dualWeight", each<&PhaseRow::phase, &SolutionPhase::dual_weight>()},
     {"certifiedDistance", each<&PhaseRow::phase, &SolutionPhase::weighted_distance>()},
     {"sensitivity", each<&PhaseRow::phase, &SolutionPhase::sensitivity>()},
     {"primalNoise", each<&PhaseRow::phase, &SolutionPhase::primal_noise>()},
     {"dualNoise", each<&PhaseRow::phase, &SolutionPhase::dual_noise>()},
     {"rho", each<&PhaseRow::phase, &SolutionPhase::rho>()},
     {"expectedAccuracy", each<&PhaseRow::expected_accuracy>(), nobody,
      "The gap that the paper asks of a solver that nothing certifies."},
     {"epochs", each<&PhaseRow::epochs>(), nobody, "How many SVRG takes to it."}}};

std::vector<PhaseRow> phase_rows(const CertifiedQuestion& question,
                                 const std::vector<SolutionPhase>& phases) {
  const double factor = is_minimization(question.method) ? kSvrgFactor : kSaddleSvrgFactor;
  std::vector<PhaseRow> rows;
  for (const SolutionPhase& one : phases) {
    const double accuracy = expected_accuracy(question.method, one, question.lipschitz,
                                              question.delta, MarkovMoment::paper);
    const auto epochs = markov_epochs(one, question.lipschitz, accuracy, factor);
    rows.push_back({one, accuracy, static_cast<double>(epochs)});
  }
  return rows;
}

/// Why the paper's theorem says nothing here, whatever it is called; "" where it does. Theorems are
/// about the paper's own blocks, noise and mu (bring-your-own-minimax, sections 1.2 and 4).
///
/// @param setting  of a method that does not release y alone
std::string outside_theorem(const CertifiedQuestion& question, const SolutionSetting& setting) {
  const double samples = static_cast<double>(setting.samples);
  if (!(question.epsilon < 1)) return "it is proven for epsilon below 1";
  if (!(question.delta < 1 / samples)) return "it asks for a delta below 1/n";
  if (setting.samples < 3) return "it asks for at least 3 records";
  if (!is_phased(setting.method)) {
    const bool is_minimized = is_minimization(setting.method);
    const double modulus = is_minimized ? setting.primal_modulus
                                        : std::max(setting.primal_modulus, setting.dual_modulus);
    if (!question.smoothness) return "it needs the smoothness";
    return *question.smoothness < modulus ? "no loss has a smoothness below its modulus" : "";
  }
  const Index phases = phase_count(setting.samples, PhaseSchedule::equal);
  if (setting.schedule != PhaseSchedule::equal) return "it is about equal blocks";
  if (setting.phases.value_or(phases) != phases) {
    return "it is about log2 n phases, " + std::to_string(phases) + " of them";
  }
  constexpr double kMostOfSaddles = 0.82;
  if (!is_minimization(setting.method) && tolerance_ratio(setting) > kMostOfSaddles) {
    return "it asks for a tolerance ratio of at most 0.82";
  }
  const bool is_too_weak = setting.method == SolutionMethod::strongly_concave_primal &&
                           setting.dual_modulus < natural_regularization(setting);
  return is_too_weak ? "it asks for a modulus of at least L / (D sqrt(n))" : "";
}

/// What the paper proves with its own noise and mu, where it proves anything.
///
/// @param setting  of a method that does not release y alone
std::optional<double> theorem_bound(const CertifiedQuestion& question,
                                    const SolutionSetting& setting) {
  if (!outside_theorem(question, setting).empty()) return {};
  const double largest_dimension =
      static_cast<double>(std::max(setting.primal_dimension, setting.dual_dimension));
  TheoremSetting known{.lipschitz = setting.lipschitz,
                       .samples = static_cast<double>(setting.samples),
                       .dimension = static_cast<double>(setting.primal_dimension),
                       .epsilon = question.epsilon,
                       .delta = question.delta};
  const double phases = static_cast<double>(phase_count(setting.samples, PhaseSchedule::equal));
  switch (setting.method) {
    case SolutionMethod::strongly_convex:
      return strongly_convex_population_bound(known, setting.primal_modulus, *question.smoothness);
    case SolutionMethod::convex:
      return convex_bound(known, setting.primal_radius, phases);
    case SolutionMethod::strongly_convex_concave:
      known.dimension = largest_dimension;
      return saddle_population_bound(
          known, {setting.primal_modulus, setting.dual_modulus, *question.smoothness});
    case SolutionMethod::strongly_concave_primal:
      return strongly_concave_bound(known, setting.primal_radius, phases, setting.dual_modulus);
    default:
      known.dimension = largest_dimension;
      return weak_gap_bound(known, std::max(setting.primal_radius, setting.dual_radius), phases);
  }
}

/// The setting in which x is what is released.
SolutionSetting primal_setting(const SolutionSetting& setting) {
  return releases_dual(setting.method) ? mirrored(setting) : setting;
}

constexpr record::Table kComparison{"CertifiedComparison",
                                    "A method with its own best regularization.",
                                    {{"method", of<&MethodBound::method>()},
                                     {"regularization", of<&MethodBound::regularization>()},
                                     {"bound", of<&MethodBound::bound>()}}};

struct CertifiedAnswer {
  std::optional<double> regularization, bound, start_bound, theorem;
  std::string outside_theorem;
  std::optional<ComparedMethod> better;
  std::vector<MethodBound> comparison;
  std::vector<PhaseRow> phases;
};

constexpr record::Table kPlan{
    "CertifiedPlan",
    "",
    {{"regularization", or_null<&CertifiedAnswer::regularization>("number | null"), nobody,
      "mu of the phases; null for one release."},
     {"bound", or_null<&CertifiedAnswer::bound>("number | null"), nobody,
      "Of the expected excess risk, or of the released side of the weak duality gap."},
     {"startBound", or_null<&CertifiedAnswer::start_bound>("number | null"), nobody,
      "What staying at the start errs by at most."},
     {"theorem", or_null<&CertifiedAnswer::theorem>("number | null"), nobody,
      "The paper's bound with its own noise; null outside of its conditions."},
     {"outsideTheorem", of<&CertifiedAnswer::outside_theorem>(), nobody,
      "Why the theorem says nothing here; '' where it does."},
     {"better", or_null<&CertifiedAnswer::better>("null | "), nobody,
      "The lowest bound of the comparison."},
     {"comparison", in<kComparison, &CertifiedAnswer::comparison>("[]"), nobody,
      "Three schedules of phases, and one release."},
     {"phases", columns<kPhases, &CertifiedAnswer::phases>()}}};

/// One release has no phases, and its modulus is the problem's own.
Result<CertifiedAnswer> single_answer(const CertifiedQuestion& question,
                                      const SolutionSetting& setting) {
  const auto phases = solution_phases(setting);
  if (!phases) return std::unexpected(phases.error());
  CertifiedAnswer out;
  out.theorem = theorem_bound(question, setting);
  out.outside_theorem = outside_theorem(question, setting);
  out.phases = phase_rows(question, *phases);
  return out;
}

Result<CertifiedAnswer> phased_answer(const CertifiedQuestion& question,
                                      const SolutionSetting& setting) {
  const auto mu = base_regularization(setting, question.rule, question.scale);
  if (!mu) return std::unexpected(mu.error());
  const auto phases = solution_phases(setting, *mu);
  if (!phases) return std::unexpected(phases.error());
  const auto bound = PhasedBound::create(setting);
  if (!bound) return std::unexpected(bound.error());
  const auto others = method_bounds(setting);
  if (!others) return std::unexpected(others.error());
  const SolutionSetting released = primal_setting(setting);
  return CertifiedAnswer{.regularization = *mu,
                         .bound = bound->at(*mu),
                         .start_bound = released.lipschitz * released.primal_radius,
                         .theorem = theorem_bound(question, released),
                         .outside_theorem = outside_theorem(question, released),
                         .better = better_method(*others).method,
                         .comparison = *others,
                         .phases = phase_rows(question, *phases)};
}

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields());
  if (!question) return std::unexpected(question.error());
  const SolutionSetting setting = question->full_setting();
  const auto out = is_phased(setting.method) ? phased_answer(*question, setting)
                                             : single_answer(*question, setting);
  if (!out) return std::unexpected(out.error());
  return record::json_of<kPlan>(*out);
}

}  // namespace

TheoryQuery certified_plan_query() {
  return {.name = "certified-plan",
          .title = "Plan of certified releases",
          .description =
              "What releasing certified solutions will do: the records, weights, sensitivity and "
              "noise of every phase, the bound on the error that follows for this noise, the "
              "paper's theorem where it holds, or why it does not, and the bounds of the other "
              "schedules and of one release. startBound is what staying at the start errs by at "
              "most. expectedAccuracy is the gap that the paper asks of a solver that nothing "
              "certifies, epochs how many SVRG takes to it.",
          .source = "Zhang, Thekumparampil, Oh, He, Algorithms 1-5, Theorems 3.4-4.8",
          .parameters = specs_of(fields()),
          .rules = {},
          .records = {&kPlan},
          .answer = &answer};
}

}  // namespace noisy
