#include "engine/experiment/plan/planner.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/frame/ranged_plan.h"
#include "engine/algorithm/frame/scored_plan.h"
#include "engine/algorithm/frame/start_point.h"
#include "engine/experiment/file/fields.h"
#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/plan/kl_facts.h"
#include "engine/experiment/plan/run_score.h"
#include "engine/privacy/release/neighbour_move.h"

namespace noisy {
namespace {

template <typename Value>
bool contains(const std::vector<Value>& list, const Value& value) {
  return std::ranges::find(list, value) != list.end();
}

template <typename Value>
std::vector<std::string> words_for(const std::vector<Value>& values) {
  std::vector<std::string> words;
  for (const Value& value : values) words.push_back(word_for(value));
  return words;
}

Result<void> check_support(const AlgorithmEntry& entry, const PrivacySpec& privacy) {
  const bool is_gaussian = entry.mechanisms == std::vector{Mechanism::gaussian};
  const bool only_replaces = entry.neighbours == std::vector{Neighbours::replace_one};
  if (!contains(entry.notions, privacy.notion)) {
    return fail(ErrorCode::unsupported_notion, "privacy.notion",
                entry.id + " has no guarantee of the notion \"" + word_for(privacy.notion) +
                    "\"; it has " + listing(words_for(entry.notions)) +
                    (privacy.notion == Notion::pure && is_gaussian
                         ? ": the Gaussian mechanism gives no pure DP"
                         : ""));
  }
  if (!contains(entry.neighbours, privacy.neighbours)) {
    return fail(ErrorCode::unsupported_neighbours, "privacy.neighbours",
                entry.id + " has no guarantee for \"" + word_for(privacy.neighbours) +
                    "\" neighbours; it has " + listing(words_for(entry.neighbours)) +
                    (only_replaces ? " alone: n is public" : ""));
  }
  if (privacy.mechanism && !contains(entry.mechanisms, *privacy.mechanism)) {
    return fail(ErrorCode::unsupported_mechanism, "privacy.mechanism",
                entry.id + " does not use \"" + word_for(*privacy.mechanism) + "\" noise; it has " +
                    listing(words_for(entry.mechanisms)));
  }
  return {};
}

Result<void> check_sensitivity(const Objective& objective, const RiskFacts& risk,
                               Neighbours neighbours) {
  constexpr double kEverywhere = std::numeric_limits<double>::infinity();
  if (neighbours == Neighbours::zero_out &&
      !std::isfinite(gradient_move(risk.bounds_within(kEverywhere), neighbours))) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "a record that is zeroed out takes its whole gradient along, which nothing bounds "
                "here: set problem.gradientClip, bound the rows (data.preprocess), or give "
                "problem.domain a radius; or use \"replace-one\" neighbours");
  }
  if (std::isfinite(risk.l1_sensitivity) || std::isfinite(risk.l2_sensitivity)) return {};
  const bool uses_targets = objective.record_loss || objective.saddle_loss;
  const std::string targets =
      uses_targets ? " and the targets (with clamp-target or scale-target)" : "";
  return fail(ErrorCode::unbounded_sensitivity, "problem",
              "nothing limits one record's effect: bound the rows (data.preprocess with "
              "clip-rows or scale-columns)" +
                  targets + (objective.saddle_loss ? "" : ", or set problem.gradientClip"));
}

/// Says what to do about constants that no plan can be made from.
Result<void> check_constants(const AlgorithmEntry& entry, const Objective& objective,
                             const RiskFacts& risk) {
  const bool lacks_smoothness = !std::isfinite(risk.smoothness) && !entry.plans_without_smoothness;
  if (lacks_smoothness && objective.record_loss) {
    return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                "the problem's gradient is not Lipschitz in its domain, and " + entry.id +
                    " needs that: choose an algorithm that does not, a bounded domain or other "
                    "parameters of the problem");
  }
  if (lacks_smoothness && objective.saddle_loss) {
    return fail(ErrorCode::unbounded_sensitivity, "problem",
                "no enforced bound on the records gives the smoothness, which " + entry.id +
                    " needs: bound the rows and the targets (data.preprocess)");
  }
  if (lacks_smoothness) {
    return fail(ErrorCode::invalid_value, "problem.constants.smoothness",
                "no enforced bound on the rows gives it: clip them, state a number, or use "
                "\"data-spectral\" (not certified)");
  }
  const std::string convexity = "strong convexity";
  if (contains(entry.needs, convexity) && !(risk.strong_convexity > 0)) {
    return fail(ErrorCode::invalid_value, "problem.regularizer",
                entry.id + " needs " + convexity +
                    ": add an l2 regularizer, or state problem.constants.strongConvexity");
  }
  return {};
}

bool is_private_at(const AlgorithmEntry& entry, const SweepPoint& point) {
  return entry.is_private && point.privacy.notion != Notion::none;
}

/// The first few private algorithms that fit: "a, b or c"; "" where none does.
template <typename Fits>
std::string private_methods(std::size_t most, const Fits& fits) {
  std::vector<std::string> ids;
  for (const AlgorithmEntry& entry : algorithms()) {
    const bool is_shown = entry.is_private && !entry.leaks && fits(entry);
    if (is_shown && ids.size() < most) ids.push_back(entry.id);
  }
  std::string text;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i > 0) text += i + 1 == ids.size() ? " or " : ", ";
    text += ids[i];
  }
  return text;
}

/// Those that minimize with any regularizer in any domain.
std::string proximal_methods(std::size_t most) {
  return private_methods(most, [](const AlgorithmEntry& entry) {
    return entry.term_use == TermUse::proximal && entry.problem_use != ProblemUse::saddles;
  });
}

/// Minimization and saddle problems have algorithms of their own.
Result<void> check_use(const AlgorithmEntry& entry, std::size_t position, bool is_saddle) {
  const ProblemUse needed = is_saddle ? ProblemUse::saddles : ProblemUse::minimizes;
  const auto serves = [needed](const AlgorithmEntry& one) {
    return one.problem_use == needed || one.problem_use == ProblemUse::both;
  };
  if (serves(entry)) return {};
  const std::string others = private_methods(3, serves);
  const std::string advice = others.empty() ? "" : "; use " + others;
  return fail(ErrorCode::unsupported_option, join_path(join_path("algorithms", position), "id"),
              is_saddle ? entry.id +
                              " minimizes, and the problem is a saddle problem, min over x and max "
                              "over y" +
                              advice
                        : entry.id +
                              " is for saddle problems, min over x and max over y, and this one is "
                              "a minimization" +
                              advice);
}

/// What an algorithm cannot do with the problem's regularizer or domain.
Result<void> check_term(const AlgorithmEntry& entry, const Objective& objective) {
  const bool has_domain = objective.domain.kind != Domain::Kind::all;
  const bool is_smooth = objective.regularizer.is_smooth();
  if (entry.term_use == TermUse::smooth_only && has_domain) {
    return fail(ErrorCode::unsupported_option, "problem.domain",
                entry.id + " works on all of space: use " + proximal_methods(3) +
                    ", which stay in the domain, or domain \"all\"");
  }
  if (entry.term_use == TermUse::smooth_only && !is_smooth) {
    return fail(ErrorCode::unsupported_option, "problem.regularizer.kind",
                entry.id + " needs a gradient of the regularizer: use " + proximal_methods(3) +
                    ", which apply its proximal map, or the regularizer \"l2\"");
  }
  const bool is_in_ball = entry.term_use == TermUse::smooth_in_ball;
  if (is_in_ball && has_domain && objective.domain.kind != Domain::Kind::l2_ball) {
    return fail(ErrorCode::unsupported_option, "problem.domain",
                entry.id +
                    " works on all of space or in an l2-ball: use the domain \"all\" or "
                    "\"l2-ball\"");
  }
  if ((is_in_ball || entry.term_use == TermUse::smooth_in_domain) && !is_smooth) {
    return fail(ErrorCode::unsupported_option, "problem.regularizer.kind",
                entry.id +
                    " needs a gradient of the regularizer, which this one has not everywhere: use "
                    "\"l2\" or \"none\", or " +
                    proximal_methods(1) + ", which applies its proximal map");
  }
  const bool takes_none = entry.term_use == TermUse::domain_only ||
                          entry.term_use == TermUse::simplices ||
                          entry.term_use == TermUse::queries;
  if (takes_none && objective.regularizer.kind != Regularizer::Kind::none) {
    return fail(ErrorCode::unsupported_option, "problem.regularizer.kind",
                entry.id + " minimizes over a set without regularizer: use \"none\"");
  }
  return {};
}

PrivacyRequest request_of(const PrivacySpec& privacy, ReleaseKind release, bool is_private) {
  if (!is_private) return {.notion = Notion::none, .mechanism = std::nullopt};
  return {.notion = privacy.notion,
          .epsilon = privacy.epsilon.value_or(0),
          .delta = privacy.delta.value_or(0),
          .rho = privacy.rho.value_or(0),
          .mechanism = privacy.mechanism,
          .neighbours = privacy.neighbours,
          .calibration = privacy.calibration,
          .noise_constant = privacy.noise_constant,
          .release = release};
}

struct Place {
  std::string_view quantity;
  std::string_view field;
};
/// What formulas name that a file has no field for, and the field that it follows from.
constexpr std::array<Place, 6> kPlaces = {{{"contractionRate", "problem.regularizer"},
                                           {"weights", "problem.regularizer"},
                                           {"hessian", "problem"},
                                           {"samples", "data"},
                                           {"epsilon", "privacy.epsilon"},
                                           {"delta", "privacy.delta"}}};

/// The budget that the notion has, for an error about one that was derived from it.
std::string budget_field(const std::string& field, Notion notion) {
  const std::string block = "privacy";
  const std::vector<std::string> own = budget_fields(notion);
  if (field == block && !own.empty()) return join_path(block, own.front());
  for (const std::string name : {"epsilon", "delta", "rho"}) {
    if (field != join_path(block, name) || contains(own, name)) continue;
    return own.empty() ? block : join_path(block, own.front());
  }
  return field;
}

/// An algorithm names its own parameters; everywhere else paths begin at the experiment. Nobody is
/// told of a field that there is none of: what belongs nowhere is about the algorithm.
Error placed(Error error, const AlgorithmEntry& entry, Notion notion, const std::string& path) {
  const auto names = [&](const ParameterSpec& spec) { return spec.name == error.field; };
  if (std::ranges::any_of(entry.parameters, names)) {
    error.field = join_path(join_path(path, "parameters"), error.field);
    return error;
  }
  const auto found = std::ranges::find(kPlaces, error.field, &Place::quantity);
  if (found != kPlaces.end()) error.field = found->field;
  const std::string block = error.field.substr(0, error.field.find('.'));
  const std::vector<std::string> blocks = {"data", "problem", "privacy", "algorithms", "run"};
  error.field = contains(blocks, block) ? budget_field(error.field, notion) : path;
  return error;
}

bool reads_data(const ConstantSpec& constant) {
  return constant.rule == ConstantRule::data_spectral ||
         constant.rule == ConstantRule::paper_spectral;
}

/// Computes the spectrum when a rule asks for it.
Result<void> compute_spectrum(const ConstantsSpec& constants, Objective& objective,
                              math::ThreadPool& pool) {
  if (!reads_data(constants.smoothness) && !reads_data(constants.strong_convexity)) return {};
  if (objective.data->ranged) {
    return fail(ErrorCode::unsupported_option, "problem.constants",
                "constants cannot be computed from records whose ranges runs choose "
                "(private-ranges): state them as numbers");
  }
  return compute_spectrum(objective, pool);
}

/// Replaces a constant by the one that the rule asks for, and marks the facts when it reads data.
void apply_rule(const ConstantSpec& constant, double from_data, double from_paper,
                const std::string& name, RiskFacts& risk, double& value) {
  switch (constant.rule) {
    case ConstantRule::public_bound:
      return;
    case ConstantRule::stated:
      value = constant.value;
      return;
    case ConstantRule::data_spectral:
      value = from_data;
      break;
    case ConstantRule::paper_spectral:
      value = from_paper;
      break;
  }
  risk.reasons.push_back("problem.constants." + name + " is computed from the data");
}

Result<void> check_order(const RiskFacts& risk) {
  if (std::isnan(risk.smoothness) || std::isnan(risk.strong_convexity)) {
    return fail(ErrorCode::invalid_value, "problem.constants",
                "the data's spectrum is too large to be computed: scale the columns, or state "
                "\"smoothness\" and \"strongConvexity\" as numbers");
  }
  if (!(risk.strong_convexity <= risk.smoothness)) {
    return fail(ErrorCode::invalid_value, "problem.constants",
                "strong convexity is " + number_text(risk.strong_convexity) +
                    ", more than the smoothness, " + number_text(risk.smoothness));
  }
  if (risk.pl_constant <= risk.smoothness) return {};
  return fail(ErrorCode::invalid_value, "problem.constants.plConstant",
              "is " + number_text(risk.pl_constant) + ", more than the smoothness, " +
                  number_text(risk.smoothness));
}

/// What a problem of the gallery asks of the records.
Result<void> check_dimension(const ProblemSpec& problem, const Objective& objective) {
  if (problem.loss->form == LossForm::saddle) {
    return check_features(problem, objective.data->features());
  }
  const auto own = objective.record_loss ? objective.record_loss->dimension() : std::nullopt;
  const Index features = objective.sum->dimension();
  if (!own || *own == features) return {};
  return fail(ErrorCode::conflicting_fields, "data.features",
              "\"" + problem.loss->id + "\" is a function of " + std::to_string(*own) +
                  (*own == 1 ? " coordinate" : " coordinates") + ", and the records have " +
                  std::to_string(features) + " features");
}

/// x_0 of an algorithm with these parameters.
Result<Vector> start_of(const ParameterSet& given, const Objective& objective) {
  if (auto own = own_start(objective); own && !given.has("start")) return *std::move(own);
  return start_point(given, objective.domain, objective.sum->dimension());
}

/// The parameters, with the problem's own start where that is not the method's: a method that knows
/// how far it travels has to know from where.
ParameterSet with_own_start(ParameterSet given, const AlgorithmEntry& entry,
                            const Objective& objective) {
  const bool takes_start =
      std::ranges::find(entry.parameters, "start", &ParameterSpec::name) != entry.parameters.end();
  const auto own = takes_start && !given.has("start") ? own_start(objective) : std::nullopt;
  if (!own) return given;
  if ((own->array() == (*own)[0]).all()) {
    given.set("start", (*own)[0]);
  } else {
    given.set("start", std::vector<double>(own->begin(), own->end()));
  }
  return given;
}

}  // namespace

Result<ProblemFacts> problem_facts(const ProblemSpec& problem, Objective& objective,
                                   math::ThreadPool& pool) {
  const ConstantsSpec& constants = problem.constants;
  const double strength = objective.regularizer.smoothness();
  if (auto checked = check_dimension(problem, objective); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const auto start = start_of({}, objective);
  if (!start) return std::unexpected(start.error());
  const InitialGap gap = initial_gap(constants, objective, *start);
  ProblemFacts facts{.risk = public_facts(*objective.sum, objective.regularizer, gap.value),
                     .rule = constants.smoothness.rule,
                     .gap = gap};
  facts.is_sparse = objective.data->is_sparse();
  facts.width = facts.is_sparse ? objective.data->public_width : facts.risk.dimension;
  facts.row_share = objective.data->row_share();
  RiskFacts& risk = facts.risk;
  risk.strong_convexity += objective.loss_convexity;
  risk.typical_gap_share = gap.typical_share;
  risk.distance = constants.distance.value_or(risk.distance);
  risk.reasons = objective.data->facts.reasons;
  if (std::string reason = author_reason(*problem.loss); !reason.empty()) {
    risk.believed.push_back(std::move(reason));
  }
  if (auto computed = compute_spectrum(constants, objective, pool); !computed) {
    return std::unexpected(std::move(computed.error()));
  }
  const Spectrum spectrum = objective.spectrum.value_or(Spectrum{});
  double curved = objective.curvature * spectrum.largest;
  // A loss of no curvature bound, on records of zeros.
  if (std::isinf(objective.curvature) && spectrum.largest == 0) curved = objective.curvature;
  apply_rule(constants.smoothness, curved + strength, spectrum.largest + strength, "smoothness",
             risk, risk.smoothness);
  // The regularizer alone makes a loss that is not convex no strongly convex objective.
  const double from_paper = risk.strong_convexity;
  const double from_data =
      risk.is_convex ? objective.least_curvature * spectrum.smallest + strength : 0;
  apply_rule(constants.strong_convexity, from_data, from_paper, "strongConvexity", risk,
             risk.strong_convexity);
  risk.pl_constant = constants.pl_constant.value_or(risk.strong_convexity);
  risk.clips_gradients = problem.gradient_clip.has_value();
  if (constants.smoothness.rule != ConstantRule::public_bound) {
    risk.loss_smoothness = risk.smoothness - strength;
  }
  if (auto checked = check_order(risk); !checked) return std::unexpected(checked.error());
  risk.kl = kl_facts(problem, objective, risk);
  return facts;
}

Result<void> check_algorithm(const SweepPoint& point, std::size_t position,
                             const Objective& objective, const ProblemFacts& facts) {
  const AlgorithmEntry& entry = *find_algorithm(point.algorithms[position].id);
  const bool is_saddle = objective.saddle_loss != nullptr;
  if (auto checked = check_use(entry, position, is_saddle); !checked) return checked;
  if (entry.is_private) {
    if (auto checked = check_support(entry, point.privacy); !checked) return checked;
  }
  if (is_private_at(entry, point) && !entry.asks_at_origin) {
    if (auto checked = check_sensitivity(objective, facts.risk, point.privacy.neighbours); !checked)
      return checked;
  }
  return check_term(entry, objective);
}

Result<PlannedAlgorithm> plan_algorithm(const SweepPoint& point, std::size_t position,
                                        const Objective& objective, const ProblemFacts& facts,
                                        ReleaseKind release,
                                        std::shared_ptr<math::Evaluations> work) {
  const AlgorithmSpec& spec = point.algorithms[position];
  const std::string path = join_path("algorithms", position);
  PlannedAlgorithm planned;
  planned.entry = find_algorithm(spec.id);
  planned.label = spec.label;
  planned.stream = spec.stream;
  const AlgorithmEntry& entry = *planned.entry;
  planned.is_private = is_private_at(entry, point);
  if (auto checked = check_algorithm(point, position, objective, facts); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  if (auto checked = check_constants(entry, objective, facts.risk); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  auto start = start_of(spec.parameters, objective);
  if (!start)
    return std::unexpected(placed(std::move(start.error()), entry, point.privacy.notion, path));
  planned.start = std::move(*start);
  // Where the run begins and what its trace shows first.
  if (entry.term_use == TermUse::proximal) objective.domain.project(planned.start);
  planned.gap = initial_gap(point.problem.constants, objective, planned.start);
  planned.input = {.facts = facts.risk,
                   .privacy = request_of(point.privacy, release, entry.is_private),
                   .parameters = with_own_start(spec.parameters, entry, objective),
                   .regularizer = objective.regularizer,
                   .domain = objective.domain};
  if (work) planned.input.work = std::move(work);
  planned.input.facts.initial_gap = planned.gap.value * facts.gap_scale;
  const PrivateRanges* ranges = private_ranges(*point.data);
  auto plan = ranges ? plan_with_ranges(entry, planned.input,
                                        {.share = ranges->share,
                                         .count = objective.data->facts.ranged_columns,
                                         .has_target = ranges->has_target()})
                     : entry.plan(planned.input);
  if (!plan)
    return std::unexpected(placed(std::move(plan.error()), entry, point.privacy.notion, path));
  auto score = planned_score(point, objective, planned.is_private);
  if (!score) return std::unexpected(std::move(score.error()));
  planned.score = *score;
  planned.plan = planned.score ? with_score(*std::move(plan), *planned.score) : *std::move(plan);
  const PrivacyClaim& claim = planned.plan->summary().claim;
  if (claim.promises() && claim.neighbours != point.privacy.neighbours) {
    return fail(ErrorCode::internal, "privacy.neighbours",
                entry.id + " plans for \"" + word_for(claim.neighbours) +
                    "\" neighbours, and not for those that are asked for");
  }
  return planned;
}

}  // namespace noisy
