// The games about planted defects.
#include <algorithm>
#include <cmath>

#include "engine/audit/game_plan.h"
#include "engine/audit/planted/printed_plan.h"

namespace noisy {
namespace {

bool is_of_variance_reduction(PlantedBug bug) {
  return bug == PlantedBug::unnoised_anchor || bug == PlantedBug::halved_difference ||
         bug == PlantedBug::repeated_noise || bug == PlantedBug::correct_reduction;
}

/// The first algorithm of the catalogue that takes these parameters.
AlgorithmSpec toy_algorithm(ParameterSet parameters) {
  const auto takes_all = [&](const AlgorithmEntry& entry) {
    return std::ranges::all_of(parameters.values(), [&](const auto& given) {
      const auto& specs = entry.parameters;
      return std::ranges::find(specs, given.first, &ParameterSpec::name) != specs.end();
    });
  };
  const AlgorithmEntry& entry = *std::ranges::find_if(algorithms(), takes_all);
  return {.id = entry.id,
          .label = entry.title + " with a planted bug",
          .parameters = std::move(parameters)};
}

/// The first loss of the catalogue whose slope has no bound.
const LossEntry& steep_loss() {
  return *std::ranges::find_if(losses(), &LossEntry::needs_gradient_clip);
}

/// Variance-reduced releases of single records, gradients clipped to 1, so that a record can turn
/// its gradient around between anchor and point. A few releases, or as many as it takes for the
/// accountant to be nearly exact.
GameSizes plan_reduced_toy(SweepPoint& toy, PlantedBug bug) {
  const double steps = bug == PlantedBug::unnoised_anchor  ? 1
                       : bug == PlantedBug::repeated_noise ? 3
                                                           : 30;
  const GameSizes sizes{.samples = steps < 30 ? 8 : 32, .batch_size = 1};
  toy.problem.loss = &steep_loss();
  toy.problem.gradient_clip = GradientClip{.norm = GradientClip::Norm::l2, .bound = 1};
  // A delta that some thousand runs can tell from 0.
  toy.privacy = {.notion = Notion::approximate, .epsilon = 1, .delta = 0.05};
  ParameterSet parameters;
  parameters.set("epochs", 1.0);
  parameters.set("innerIterations", steps);
  parameters.set("batchSize", static_cast<double>(sizes.batch_size));
  parameters.set("theory", std::string("none"));
  toy.algorithms = {toy_algorithm(std::move(parameters))};
  return sizes;
}

/// One release of a certified mean, where exchanging a record does all that is charged for.
GameSizes plan_solved_toy(SweepPoint& toy) {
  toy.problem.loss = &*std::ranges::find(losses(), LossForm::distance, &LossEntry::form);
  toy.problem.domain = {.kind = Domain::Kind::l2_ball, .radius = 1};
  if (toy.privacy.notion == Notion::pure) {
    toy.privacy = {.notion = Notion::approximate, .epsilon = 1, .delta = 1e-5};
  }
  ParameterSet parameters;
  parameters.set("toleranceRatio", 0.01);
  toy.algorithms = {toy_algorithm(std::move(parameters))};
  return {};
}

bool is_printed(PlantedBug bug) {
  return bug == PlantedBug::printed_spider || bug == PlantedBug::corrected_spider ||
         bug == PlantedBug::negative_norm || bug == PlantedBug::corrected_norms;
}

/// n records of one feature in [-1, 1] with targets in [-1, 1], which nobody has made.
std::shared_ptr<const LoadedData> one_feature(Index samples) {
  PipelineFacts facts{.features = 1};
  facts.bounds = with_implied_bounds({.l2 = 1}, 1);
  facts.bounds.target_lower = -1;
  facts.bounds.target_upper = 1;
  return std::make_shared<const LoadedData>(
      LoadedData{.records = AbsentRecords{.samples = samples, .features = 1},
                 .facts = facts,
                 .target = "",
                 .hash = "",
                 .counts = {}});
}

/// What the plan itself knows of its sensitivity.
PrintedFacts printed_facts(const SweepPoint& toy, const std::shared_ptr<const LoadedData>& shape) {
  const auto objective = make_objective(toy.problem, shape);
  const RegionBounds bounds = objective->sum->bounds_within(HUGE_VAL);
  return {.samples = shape->samples(),
          .sensitivity = bounds.gradient_l2,
          .smoothness = bounds.record_smoothness,
          .rho = *toy.privacy.rho};
}

std::shared_ptr<const PrintedPlan> printed_plan(PlantedBug bug, GameRules& rules,
                                                const PrintedFacts& facts) {
  const bool is_literal = bug == PlantedBug::printed_spider || bug == PlantedBug::negative_norm;
  const Printing printing = is_literal ? Printing::literal : Printing::corrected;
  if (bug == PlantedBug::printed_spider || bug == PlantedBug::corrected_spider) {
    return std::make_shared<PrintedSpider>(rules.plan, facts, printing);
  }
  return std::make_shared<PrintedNorms>(rules.plan, facts, printing);
}

/// A printed schedule on two records of opposite gradients, which are clipped far beyond. It starts
/// where the whole objective's gradient is 0, so that half of the noisy lengths are negative.
Result<AuditPlan> plan_printed_toy(SweepPoint toy, PlantedBug bug, std::uint64_t seed) {
  constexpr double kClip = 0.25;
  constexpr Index kSamples = 1'000'000;
  toy.problem.loss = &steep_loss();
  toy.problem.gradient_clip = GradientClip{.norm = GradientClip::Norm::l2, .bound = kClip};
  toy.problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 1};
  toy.privacy = {.notion = Notion::zcdp, .rho = 1};
  const auto shape = one_feature(kSamples);
  const GameSizes sizes{.samples = kSamples, .batch_size = kSamples, .is_counted = true};
  auto audit = plan_game(toy, 0, shape, std::nullopt, sizes, ReleaseKind::floating, seed);
  if (!audit) return audit;
  audit->rules.bug = bug;
  audit->rules.canary.usual = {.features = {1}, .target = 1};
  audit->rules.canary.odd = {.features = {1}, .target = -1};
  audit->rules.canary.start = Vector::Constant(1, kClip);
  const auto plan = printed_plan(bug, audit->rules, printed_facts(toy, shape));
  audit->rules.plan = plan;
  audit->label = "A schedule of Menart et al.";
  audit->claim.statement = "Everything that the schedule releases is 1-zCDP.";
  audit->notes = {plan->gap_text()};
  return audit;
}

}  // namespace

Result<AuditPlan> plan_planted_audit(const SweepPoint& point, PlantedBug bug, std::uint64_t seed) {
  constexpr Index kFeatures = 4;
  constexpr double kIterations = 2;
  SweepPoint toy = point;
  toy.problem = {};
  toy.problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.1};
  if (toy.privacy.notion == Notion::none) toy.privacy = {.epsilon = 1};
  toy.privacy.calibration = Calibration::tight;
  toy.privacy.neighbours = Neighbours::replace_one;
  ParameterSet parameters;
  parameters.set("iterations", kIterations);
  toy.algorithms = {toy_algorithm(std::move(parameters))};
  if (is_printed(bug)) return plan_printed_toy(std::move(toy), bug, seed);
  const GameSizes sizes = is_of_variance_reduction(bug)        ? plan_reduced_toy(toy, bug)
                          : bug == PlantedBug::believed_solver ? plan_solved_toy(toy)
                                                               : GameSizes{};

  auto data = DenseData::allocate({.samples = GameSizes::kFullBatchSamples, .features = kFeatures});
  if (!data) return std::unexpected(std::move(data.error()));
  const PipelineFacts source{.features = kFeatures,
                             .bounds = {.target_lower = -1, .target_upper = 1}};
  const PreprocessStep clips_rows = ClipRows{.norm = RowNorm::l1, .bound = 1};
  const PreprocessStep passes_all = ClipRows{.norm = RowNorm::l1, .bound = 1e100};
  RecordPipeline pipeline{.features = kFeatures, .steps = {clips_rows}};
  const auto facts = preprocessed_facts(source, pipeline.steps);
  if (!facts) return std::unexpected(facts.error());
  auto shape = std::make_shared<const LoadedData>(LoadedData{
      .records = *std::move(data), .facts = *facts, .target = "", .hash = "", .counts = {}});
  if (bug == PlantedBug::unclipped_rows) pipeline.steps = {passes_all};
  auto audit =
      plan_game(toy, 0, std::move(shape), std::move(pipeline), sizes, ReleaseKind::floating, seed);
  if (audit) audit->rules.bug = bug;
  return audit;
}

}  // namespace noisy
