#include "engine/audit/audit_plan.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "engine/audit/exact_privacy.h"
#include "engine/audit/piped_records.h"
#include "engine/audit/probe_plan.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/calibration/gaussian_zcdp.h"
#include "engine/privacy/release/noise.h"

namespace noisy {
namespace {

constexpr Index kFullBatchSamples = 4;
constexpr Index kMostBatches = 32;  ///< n over m of a tiny problem with mini-batches
constexpr Index kMostIterations = 10'000;
constexpr Index kMostFeatures = 10'000;
/// Beyond this many scales a Laplace tail leaves the range of doubles.
constexpr double kMostScales = 600;

struct TinySizes {
  Index samples = kFullBatchSamples;
  Index batch_size = kFullBatchSamples;
};

/// The same sampling rate, as far as a tiny problem has it.
TinySizes tiny_sizes(const AlgorithmEntry& entry, const ParameterSet& parameters, Index samples) {
  const auto wanted = parameters.number("batchSize");
  // Left to the plan, batches are as small a part of the data as the tiny problem has.
  if (!wanted && entry.draws_batches) return {.samples = 2 * kMostBatches, .batch_size = 2};
  if (!wanted || *wanted >= static_cast<double>(samples)) return {};
  const auto batches = static_cast<Index>(std::round(static_cast<double>(samples) / *wanted));
  const Index batch_size = *wanted > 1 ? 2 : 1;
  return {.samples = batch_size * std::clamp<Index>(batches, 2, kMostBatches),
          .batch_size = batch_size};
}

bool reads_data(const ConstantSpec& constant) {
  return constant.rule == ConstantRule::data_spectral ||
         constant.rule == ConstantRule::paper_spectral;
}

/// Constants from the data would come from records that the game makes up.
void use_public_constants(ConstantsSpec& constants, std::vector<std::string>& notes) {
  bool changed = false;
  for (ConstantSpec* constant : {&constants.smoothness, &constants.strong_convexity}) {
    if (!reads_data(*constant)) continue;
    *constant = {};
    changed = true;
  }
  if (changed) notes.push_back("Constants that read the data are replaced by public bounds.");
}

/// Of zCDP, which states no epsilon: what rho is worth at kZcdpDelta.
void restate_zcdp(double rho, Mechanism mechanism, AuditClaim& claim) {
  claim.rho = rho;
  claim.delta = kZcdpDelta;
  claim.epsilon = noise_of(mechanism).is_normal ? gaussian_epsilon(rho, kZcdpDelta).value_or(0)
                                                : rho + 2 * std::sqrt(-rho * math::log(kZcdpDelta));
}

/// What the data's own mean and deviation give away is no release, and no game here is about it.
void note_standardized(const std::vector<PreprocessStep>& steps, std::vector<std::string>& notes) {
  const bool reads_data = std::ranges::any_of(
      steps, [](const PreprocessStep& step) { return std::holds_alternative<Standardize>(step); });
  if (!reads_data) return;
  notes.push_back(
      "Preprocessing computes with the data (standardize). What that gives away is not played.");
}

AuditClaim claim_of(const AlgorithmPlan& plan, const PrivacySpec& asked, Mechanism mechanism) {
  const PrivacyClaim& stated = plan.summary().claim;
  AuditClaim claim{
      .is_made = stated.promises(), .notion = asked.notion, .statement = stated.statement};
  claim.epsilon = claim.is_made ? stated.epsilon : asked.epsilon.value_or(0);
  if (asked.notion == Notion::approximate) {
    claim.delta = claim.is_made ? stated.delta : asked.delta.value_or(0);
  }
  if (noise_of(mechanism).is_normal && plan.rule().cap().unit == CostUnit::rho) {
    claim.gaussian_mu = std::sqrt(2 * plan.rule().cap().value);
  }
  if (asked.notion == Notion::zcdp) {
    restate_zcdp(claim.is_made ? stated.rho : asked.rho.value_or(0), mechanism, claim);
  }
  return claim;
}

Result<void> check_size(const AlgorithmPlan& plan, Index features) {
  if (plan.summary().iterations > kMostIterations) {
    return fail(ErrorCode::limit_exceeded, "algorithms",
                "an audit plays the whole run many times: use at most " +
                    std::to_string(kMostIterations) + " iterations");
  }
  if (features > kMostFeatures) {
    return fail(ErrorCode::limit_exceeded, "data",
                "an audit needs at most " + std::to_string(kMostFeatures) + " features");
  }
  return {};
}

/// Plans the point's algorithm for this many records of the shape.
Result<PlannedAlgorithm> plan_tiny(const SweepPoint& point, std::size_t position,
                                   const LoadedData& shape, Index samples, ReleaseKind release) {
  const std::vector<Record> records(
      static_cast<std::size_t>(samples),
      {.features = std::vector<double>(static_cast<std::size_t>(shape.features())), .target = 1});
  auto data = records_like(shape, records);
  if (!data) return std::unexpected(std::move(data.error()));
  const auto objective = make_objective(point.problem, *std::move(data));
  math::ThreadPool pool;
  auto facts = problem_facts(point.problem, *objective, pool);
  if (!facts) return std::unexpected(std::move(facts.error()));
  // Noise grows like 1/n, so this guess selects the horizon that the experiment's n selects.
  const double ratio = static_cast<double>(shape.samples()) / static_cast<double>(samples);
  facts->gap_scale = ratio * ratio;
  return plan_algorithm(point, position, *objective, *facts, release);
}

Result<AuditPlan> plan_game(const SweepPoint& point, std::size_t position,
                            std::shared_ptr<const LoadedData> shape,
                            std::optional<RecordPipeline> pipeline, const TinySizes& sizes,
                            ReleaseKind kind, std::uint64_t seed) {
  const auto planned = plan_tiny(point, position, *shape, sizes.samples, kind);
  if (!planned) return std::unexpected(planned.error());
  if (auto checked = check_size(*planned->plan, shape->features()); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  const PlanSummary& summary = planned->plan->summary();
  const Release& release = summary.segments.front().first_release;
  if (const auto no_game = release.form->no_game()) {
    return fail(
        ErrorCode::unsupported_option,
        "algorithms." + std::to_string(position) + ".parameters." + std::string(no_game->parameter),
        std::string(no_game->message));
  }
  CanarySearch search{.problem = point.problem,
                      .shape = shape,
                      .pipeline = std::move(pipeline),
                      .mechanism = release.mechanism,
                      .rule = release.sensitivity,
                      .start = planned->start,
                      .is_variance_reduced = release.form->has_anchor() && !planned->plan->leaks(),
                      .leaks = planned->plan->leaks()};
  const auto vertices = VertexSet::create(point.problem.domain, shape->features());
  if (release.form->chooses_vertices() && vertices) search.vertices = &*vertices;
  Canary canary = find_canary(search);
  const bool is_probed = canary.anchor.size() > 0;
  if (search.is_variance_reduced && !is_probed) {
    // A domain without far points: the algorithm's own path is judged.
    search.is_variance_reduced = false;
    canary = find_canary(search);
  }
  AuditPlan audit{.algorithm = planned->entry->id,
                  .label = planned->label,
                  .rules = {.problem = point.problem,
                            .shape = shape,
                            .plan = planned->plan,
                            .samples = sizes.samples,
                            .canary = std::move(canary),
                            .seed = seed},
                  .claim = claim_of(*planned->plan, point.privacy, release.mechanism),
                  .iterations = summary.iterations,
                  .batch_size = release.batch_size,
                  .mechanism = release.mechanism,
                  .notes = {}};
  if (planned->plan->leaks()) {
    audit.notes.push_back(
        "The plan reads exact gradients beside its releases. The attacker walks its path again on "
        "either data set, with the published releases, and looks which one gives the published "
        "iterates.");
  }
  if (is_probed) {
    audit.rules.plan = std::make_shared<ProbePlan>(planned->plan, audit.rules.canary.anchor);
    audit.notes.push_back(
        "The attacker chooses anchor and point, where one record does the most: the guarantee "
        "holds for any. The algorithm's own path is not walked.");
  }
  return audit;
}

}  // namespace

Result<AuditPlan> plan_audit(const SweepPoint& point, std::size_t position,
                             std::shared_ptr<const LoadedData> shape, ReleaseKind release,
                             std::uint64_t seed) {
  SweepPoint tiny = point;
  std::vector<std::string> notes;
  use_public_constants(tiny.problem.constants, notes);
  note_standardized(point.data->preprocess, notes);
  ParameterSet& parameters = tiny.algorithms[position].parameters;
  const AlgorithmEntry& entry = *find_algorithm(tiny.algorithms[position].id);
  const TinySizes sizes = tiny_sizes(entry, parameters, shape->samples());
  if (parameters.has("batchSize") || entry.draws_batches) {
    parameters.set("batchSize", static_cast<double>(sizes.batch_size));
  }
  auto pipeline = record_pipeline(*shape, point.data->preprocess);
  auto audit =
      plan_game(tiny, position, std::move(shape), std::move(pipeline), sizes, release, seed);
  if (audit) audit->notes.insert(audit->notes.begin(), notes.begin(), notes.end());
  return audit;
}

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
TinySizes plan_reduced_toy(SweepPoint& toy, PlantedBug bug) {
  const double steps = bug == PlantedBug::unnoised_anchor  ? 1
                       : bug == PlantedBug::repeated_noise ? 3
                                                           : 30;
  const TinySizes sizes{.samples = steps < 30 ? 8 : 32, .batch_size = 1};
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

}  // namespace

Result<AuditPlan> plan_planted_audit(const SweepPoint& point, PlantedBug bug, std::uint64_t seed) {
  constexpr Index kFeatures = 4;
  constexpr double kIterations = 2;
  SweepPoint toy = point;
  toy.problem = {};
  toy.problem.regularizer = {.kind = Regularizer::Kind::l2, .strength = 0.1};
  if (toy.privacy.notion == Notion::none) toy.privacy = {.epsilon = 1};
  toy.privacy.calibration = Calibration::tight;
  ParameterSet parameters;
  parameters.set("iterations", kIterations);
  toy.algorithms = {toy_algorithm(std::move(parameters))};
  const TinySizes sizes = is_of_variance_reduction(bug) ? plan_reduced_toy(toy, bug) : TinySizes{};

  auto data = DenseData::allocate({.samples = kFullBatchSamples, .features = kFeatures});
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

namespace {

/// Chances of all vertices by a gradient.
std::vector<double> chances(const VertexSet& vertices, double scale, const Vector& gradient) {
  Vector products;
  vertices.products(gradient, products);
  products /= -scale;
  const double total = math::log_sum_exp(math::view(products));
  std::vector<double> out;
  for (const double product : products) out.push_back(math::exp(product - total));
  return out;
}

/// Of one choice: every outcome can be listed.
std::optional<double> exact_choice_epsilon(const AuditPlan& plan, const Release& release) {
  const Canary& canary = plan.rules.canary;
  const auto vertices = VertexSet::create(plan.rules.problem.domain, plan.rules.shape->features());
  const auto pair = records_like(*plan.rules.shape, {canary.usual, canary.odd});
  if (!vertices || !pair) return std::nullopt;
  const auto objective = make_objective(plan.rules.problem, *pair);
  BatchScratch scratch;
  std::array<Vector, 2> gradients;
  for (Index record = 0; record < 2; ++record) {
    Vector& gradient = gradients[static_cast<std::size_t>(record)];
    gradient.resize(canary.start.size());
    objective->sum->answer_batch(
        {&record, 1}, {.point = &canary.start, .gradient = &gradient, .value = nullptr}, scratch);
  }
  const double share = 1 / static_cast<double>(plan.rules.samples);
  gradients[1] = gradients[0] + share * (gradients[1] - gradients[0]);
  for (Vector& gradient : gradients) {
    objective->regularizer.add_gradient(canary.start, gradient);
  }
  const std::vector<double> p = chances(*vertices, release.noise_scale, gradients[0]);
  const std::vector<double> q = chances(*vertices, release.noise_scale, gradients[1]);
  if (plan.claim.delta == 0) return finite_epsilon(p, q);
  return least_epsilon([&](double epsilon) { return finite_delta(p, q, epsilon); },
                       plan.claim.delta);
}

}  // namespace

std::optional<double> exact_epsilon(const AuditPlan& plan) {
  if (plan.iterations != 1 || plan.rules.bug != PlantedBug::none) return std::nullopt;
  if (plan.rules.plan->leaks()) return std::nullopt;
  const Release& release = plan.rules.plan->summary().segments.front().first_release;
  if (release.form->chooses_vertices()) return exact_choice_epsilon(plan, release);
  if (release.is_hardened() || !release.form->is_noisy_mean()) return std::nullopt;
  const double batch = static_cast<double>(plan.batch_size);
  const double rate = batch / static_cast<double>(plan.rules.samples);
  const Canary& canary = plan.rules.canary;
  double scale = release.noise_scale;
  if (release.sensitivity == SensitivityRule::state_dependent) {
    scale = canary.bound / (batch * release.base_epsilon);
  }
  const double shift = canary.attained / (batch * scale);
  if (noise_of(plan.mechanism).is_normal) {
    return least_epsilon(
        [&](double epsilon) { return sampled_gaussian_delta(shift, rate, epsilon); },
        plan.claim.delta);
  }
  if (shift > kMostScales) return std::nullopt;
  const LineMixture first{.centres = {0}, .weights = {1}};
  const LineMixture second{.centres = {0, shift}, .weights = {1 - rate, rate}};
  // The largest loss is that of the whole L1 distance on one coordinate, wherever it lies; at a
  // positive delta it matters how it is spread.
  if (plan.claim.delta == 0) return laplace_mixture_epsilon(first, second, 1);
  if (canary.differing != 1) return std::nullopt;
  return least_epsilon(
      [&](double epsilon) { return laplace_mixture_delta(first, second, 1, epsilon); },
      plan.claim.delta);
}

}  // namespace noisy
