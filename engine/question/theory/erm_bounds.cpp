#include <optional>

#include "engine/algorithm/erm/theory/accmd_bound.h"
#include "engine/algorithm/erm/theory/descent_bound.h"
#include "engine/algorithm/erm/theory/noise_ratio.h"
#include "engine/algorithm/erm/theory/svrg_plus_bound.h"
#include "engine/experiment/file/experiment.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::counted, record::each, record::in, record::in_or_null, record::kNumbersOrNull,
    record::of, record::or_null, record::Seen::nobody;

enum class ErmMethod { svrg, svrg_plus, accmd, polyak_lojasiewicz, nonconvex };

struct BoundsQuestion {
  ErmMethod method = ErmMethod::svrg;
  Index samples = 0;
  Index dimension = 0;
  double lipschitz = 1.0;
  double smoothness = 1.0;
  std::optional<double> strong_convexity;
  double initial_gap = 1.0;
  double distance = 1.0;
  std::optional<double> gauge_smoothness;
  std::optional<double> bregman_radius;
  std::optional<double> dual_noise;
  double epsilon = 0.0;
  double delta = 0.0;
  NoiseLevel noise = NoiseLevel::tight;
  VarianceLemma lemma = VarianceLemma::paper;
  std::optional<double> step_size;
  std::optional<double> length;
  std::optional<Index> iterations;

  bool draws_batches() const { return method == ErmMethod::svrg || method == ErmMethod::svrg_plus; }
  Result<ErmFacts> facts() const {
    const auto ratio = draws_batches() ? variance_reduced_noise_ratio(noise, epsilon, delta)
                                       : full_batch_noise_ratio(noise, epsilon, delta);
    if (!ratio) return std::unexpected(ratio.error());
    return ErmFacts{samples, dimension, lipschitz, smoothness, initial_gap, *ratio};
  }
};

/// What a theorem says of one run.
struct Bounds {
  double step_size = 0.0;  ///< 0: the method has none
  double length = 0.0;     ///< m; 0 without epochs
  Index iterations = 0;    ///< T: epochs or iterations
  double releases = 0.0;   ///< N
  double noise_variance = 0.0;
  std::vector<ErrorBound> curve;  ///< by epoch or iteration, from 0
  ErrorBound last;
};

}  // namespace

template <>
std::span<const Word<ErmMethod>> vocabulary() {
  static constexpr std::array<Word<ErmMethod>, 5> kWords = {{
      {ErmMethod::svrg, "dp-svrg", "DP-SVRG", "Theorem 4.2, strongly convex."},
      {ErmMethod::svrg_plus, "dp-svrg-pp", "DP-SVRG++", "Theorem 4.4, convex."},
      {ErmMethod::accmd, "dp-accmd", "DP-AccMD", "Theorem 5.4, over a bounded set; repaired."},
      {ErmMethod::polyak_lojasiewicz, "dp-gd-pl", "DP-GD, last iterate",
       "Theorem 6.2, Polyak-Lojasiewicz."},
      {ErmMethod::nonconvex, "dp-gd-nonconvex", "DP-GD, random iterate",
       "Theorem 6.3, on the squared norm of the gradient."},
  }};
  return kWords;
}

namespace {

std::vector<Field<BoundsQuestion>> problem_fields() {
  const std::string of_accmd = "none; DP-AccMD needs it";
  return {
      {choice_spec<ErmMethod>("method", "Method", "Whose theorem is asked."),
       &store<&BoundsQuestion::method>},
      {whole_spec("samples", "Records", 1, FormatLimits::kSamples, "n, public."),
       &store<&BoundsQuestion::samples>},
      {whole_spec("dimension", "Dimension", 1, FormatLimits::kFeatures, "p."),
       &store<&BoundsQuestion::dimension>},
      {or_default(positive_spec("lipschitz", "Gradient bound",
                                "G, the largest L2 norm of one record's gradient."),
                  1.0),
       &store<&BoundsQuestion::lipschitz>},
      {or_default(positive_spec("smoothness", "Smoothness", "L of one record's loss."), 1.0),
       &store<&BoundsQuestion::smoothness>},
      {or_rule(positive_spec("strongConvexity", "Strong convexity",
                             "mu of DP-SVRG, the Polyak-Lojasiewicz constant of DP-GD."),
               "none; DP-SVRG and dp-gd-pl need it"),
       &store<&BoundsQuestion::strong_convexity>},
      {or_default(positive_spec("initialGap", "Initial gap", "A guess of F(x_0) - F*."), 1.0),
       &store<&BoundsQuestion::initial_gap>},
      {or_default(positive_spec("distance", "Distance", "D >= |x_0 - x_*|, of DP-SVRG++."), 1.0),
       &store<&BoundsQuestion::distance>},
      {or_rule(positive_spec("gaugeSmoothness", "Smoothness in the set's norm", "L_C = L R^2."),
               of_accmd),
       &store<&BoundsQuestion::gauge_smoothness>},
      {or_rule(positive_spec("bregmanRadius", "Bregman radius", "Theta >= B(x_*, x_0)."), of_accmd),
       &store<&BoundsQuestion::bregman_radius>},
      {or_rule(positive_spec("dualNoise", "Squared width",
                             "W_C = E |b|^2 in the dual norm of the set."),
               of_accmd),
       &store<&BoundsQuestion::dual_noise>}};
}

ParameterSpec length_spec() {
  ParameterSpec spec =
      positive_spec("innerIterations", "Inner steps", "m, the length of an epoch.");
  spec.minimum = 1;
  spec.exclusive_minimum = false;
  return or_rule(std::move(spec), "the theorem's; 10 for DP-SVRG++");
}

std::vector<Field<BoundsQuestion>> method_fields() {
  ParameterSpec delta = positive_spec("delta", "Delta", "Below 1; best far below 1/n.");
  delta.maximum = 0.999999;
  return {{positive_spec("epsilon", "Epsilon", "The whole budget, replace-one neighbours."),
           &store<&BoundsQuestion::epsilon, ErrorCode::invalid_budget>},
          {std::move(delta), &store<&BoundsQuestion::delta, ErrorCode::invalid_budget>},
          {or_default(choice_spec<NoiseLevel>("noise", "Noise", "How the noise is set."),
                      word_for(NoiseLevel::tight)),
           &store<&BoundsQuestion::noise>},
          {or_default(
               choice_spec<VarianceLemma>("lemma", "Variance lemma", "Of DP-SVRG and DP-SVRG++."),
               word_for(VarianceLemma::paper)),
           &store<&BoundsQuestion::lemma>},
          {or_rule(positive_spec("stepSize", "Step size", "eta; DP-AccMD has its own."),
                   "the theorem's"),
           &store<&BoundsQuestion::step_size>},
          {length_spec(), &store<&BoundsQuestion::length>},
          {or_rule(iterations_spec(), "the least bound: epochs or iterations by the theorem"),
           &store<&BoundsQuestion::iterations>}};
}

const std::vector<Field<BoundsQuestion>>& fields() {
  static const std::vector<Field<BoundsQuestion>> kFields = [] {
    auto table = problem_fields();
    for (auto& field : method_fields()) table.push_back(std::move(field));
    return table;
  }();
  return kFields;
}

/// Longer runs have a bound at their end only.
bool is_drawable(Index iterations) {
  return static_cast<double>(iterations) <= TheoryLimits::kIterations;
}

Result<Bounds> svrg_bounds(const BoundsQuestion& question, const ErmFacts& facts) {
  SvrgEpoch epoch = theory_epoch(question.lemma, facts.smoothness, *question.strong_convexity);
  epoch.step_size = question.step_size.value_or(epoch.step_size);
  epoch.length = question.length.value_or(epoch.length);
  const auto contraction = epoch_contraction(epoch);
  if (!contraction) return std::unexpected(contraction.error());
  if (auto checked = check_epoch(epoch); !checked) return std::unexpected(checked.error());
  const auto epochs = question.iterations ? *question.iterations : svrg_epochs(facts, epoch.length);
  if (!epochs) return std::unexpected(epochs.error());
  Bounds bounds{epoch.step_size, epoch.length, *epochs};
  bounds.releases = epoch.length * static_cast<double>(*epochs);
  bounds.noise_variance = facts.noise_variance(bounds.releases);
  bounds.curve = svrg_bound_curve(*contraction, facts, bounds.noise_variance, *epochs);
  bounds.last = bounds.curve.back();
  return bounds;
}

Result<Bounds> svrg_plus_bounds(const BoundsQuestion& question, const ErmFacts& facts) {
  SvrgPlusSetting setting{.lemma = question.lemma,
                          .step_size = svrg_plus_step(question.lemma, facts.smoothness),
                          .smoothness = facts.smoothness,
                          .distance = question.distance};
  setting.step_size = question.step_size.value_or(setting.step_size);
  setting.length = question.length.value_or(setting.length);
  const auto epochs = question.iterations ? *question.iterations : svrg_plus_epochs(setting, facts);
  if (!epochs) return std::unexpected(epochs.error());
  Bounds bounds{setting.step_size, setting.length, *epochs};
  bounds.releases = svrg_plus_inner_steps(setting.length, *epochs);
  bounds.noise_variance = facts.noise_variance(bounds.releases);
  auto curve = svrg_plus_bound_curve(setting, facts, bounds.noise_variance, *epochs);
  if (!curve) return std::unexpected(curve.error());
  bounds.curve = *std::move(curve);
  bounds.last = bounds.curve.back();
  return bounds;
}

Result<Bounds> accmd_bounds(const BoundsQuestion& question, const ErmFacts& facts) {
  const AccmdGeometry geometry{*question.gauge_smoothness, *question.bregman_radius,
                               *question.dual_noise};
  const auto iterations =
      question.iterations ? *question.iterations : accmd_iterations(geometry, facts);
  if (!iterations) return std::unexpected(iterations.error());
  Bounds bounds{.iterations = *iterations, .releases = static_cast<double>(*iterations)};
  bounds.noise_variance = facts.noise_variance(bounds.releases);
  const Index drawn = is_drawable(*iterations) ? *iterations : 0;
  auto curve = accmd_bound_curve(geometry, bounds.noise_variance, drawn);
  if (!curve) return std::unexpected(curve.error());
  if (drawn > 0) bounds.curve = *std::move(curve);
  bounds.last = accmd_bound(geometry, bounds.noise_variance, *iterations);
  return bounds;
}

Result<Bounds> descent_bounds(const BoundsQuestion& question, const ErmFacts& facts) {
  const bool nonconvex = question.method == ErmMethod::nonconvex;
  const double constant = question.strong_convexity.value_or(0.0);
  Result<Index> iterations = question.iterations.value_or(0);
  if (!question.iterations) {
    iterations = nonconvex ? nonconvex_iterations(facts) : pl_iterations(facts, constant);
  }
  if (!iterations) return std::unexpected(iterations.error());
  Bounds bounds{.step_size = question.step_size.value_or(1.0 / facts.smoothness),
                .iterations = *iterations,
                .releases = static_cast<double>(*iterations)};
  bounds.noise_variance = facts.noise_variance(bounds.releases);
  const auto last =
      nonconvex ? nonconvex_bound(facts, bounds.step_size, bounds.noise_variance, *iterations)
                : pl_bound(facts, constant, bounds.step_size, bounds.noise_variance, *iterations);
  if (!last) return std::unexpected(last.error());
  bounds.last = *last;
  if (nonconvex || !is_drawable(*iterations)) return bounds;
  auto curve =
      pl_bound_curve(facts, constant, bounds.step_size, bounds.noise_variance, *iterations);
  if (!curve) return std::unexpected(curve.error());
  bounds.curve = *std::move(curve);
  bounds.last = bounds.curve.back();
  return bounds;
}

Result<Bounds> bounds_of(const BoundsQuestion& question, const ErmFacts& facts) {
  switch (question.method) {
    case ErmMethod::svrg:
      return svrg_bounds(question, facts);
    case ErmMethod::svrg_plus:
      return svrg_plus_bounds(question, facts);
    case ErmMethod::accmd:
      return accmd_bounds(question, facts);
    case ErmMethod::polyak_lojasiewicz:
    case ErmMethod::nonconvex:
      break;
  }
  return descent_bounds(question, facts);
}

constexpr record::Table kLast{"ErmBound",
                              "",
                              {{"initial", of<&ErrorBound::initial>()},
                               {"privacy", of<&ErrorBound::privacy>()},
                               {"total", of<&ErrorBound::total>()}}};

constexpr record::Table kCurve{"ErmCurve",
                               "By epoch or iteration from 0.",
                               {{"iteration", counted<ErrorBound>()},
                                {"initial", each<&ErrorBound::initial>(kNumbersOrNull)},
                                {"privacy", each<&ErrorBound::privacy>(kNumbersOrNull)},
                                {"total", each<&ErrorBound::total>(kNumbersOrNull)}}};

std::optional<double> if_positive(double number) {
  return number > 0.0 ? std::optional(number) : std::nullopt;
}

struct BoundsAnswer {
  Bounds bounds;
  double noise_ratio = 0.0;
  bool is_gap = true;

  std::string measure() const { return is_gap ? "gap" : "squared-gradient-norm"; }
  std::optional<double> step_size() const { return if_positive(bounds.step_size); }
  std::optional<double> length() const { return if_positive(bounds.length); }
  double noise() const { return std::sqrt(bounds.noise_variance); }
};

constexpr record::Table kBounds{
    "ErmBounds",
    "",
    {{"measure", of<&BoundsAnswer::measure>("'gap' | 'squared-gradient-norm'")},
     {"stepSize", or_null<&BoundsAnswer::step_size>("number | null")},
     {"innerIterations", or_null<&BoundsAnswer::length>("number | null")},
     {"iterations", of<&BoundsAnswer::bounds, &Bounds::iterations>(), nobody,
      "T: epochs or iterations."},
     {"releases", of<&BoundsAnswer::bounds, &Bounds::releases>(), nobody,
      "How many noisy gradients are released."},
     {"noiseRatio", of<&BoundsAnswer::noise_ratio>(), nobody, "sigma^2 n^2 / (G^2 releases)."},
     {"noise", of<&BoundsAnswer::noise>(), nobody, "sigma, of each coordinate of each gradient."},
     {"bound", in<kLast, &BoundsAnswer::bounds, &Bounds::last>()},
     {"curve", in_or_null<kCurve, &BoundsAnswer::bounds, &Bounds::curve>(), nobody,
      "Null for the random iterate and beyond 100 000 iterations."}}};

constexpr std::string_view kOfMethod = "is required for this method";
constexpr FieldRule kRules[] = {
    refuses("innerIterations", ErrorCode::unsupported_option, "this method has no epochs", "method",
            "dp-accmd dp-gd-pl dp-gd-nonconvex"),
    needs("strongConvexity", kOfMethod, "method", "dp-svrg dp-gd-pl"),
    needs("gaugeSmoothness", kOfMethod, "method", "dp-accmd"),
    needs("bregmanRadius", kOfMethod, "method", "dp-accmd"),
    needs("dualNoise", kOfMethod, "method", "dp-accmd"),
    refuses("stepSize", ErrorCode::unsupported_option, "DP-AccMD has steps of its own", "method",
            "dp-accmd")};

Result<Json> answer(const Json& given) {
  const auto question = read_question(given, fields(), kRules);
  if (!question) return std::unexpected(question.error());
  const auto facts = question->facts();
  if (!facts) return std::unexpected(facts.error());
  const auto bounds = bounds_of(*question, *facts);
  if (!bounds) return std::unexpected(bounds.error());
  return record::json_of<kBounds>(BoundsAnswer{.bounds = *bounds,
                                               .noise_ratio = facts->noise_ratio,
                                               .is_gap = question->method != ErmMethod::nonconvex});
}

}  // namespace

TheoryQuery erm_bounds_query() {
  return {.name = "erm-bounds",
          .title = "Bounds of empirical risk minimization",
          .description =
              "What the theorem of one method promises: its steps, epochs or iterations, the noise "
              "and the bound after each of them. DP-SVRG and DP-SVRG++ are bounded with the noise "
              "of large batches; small ones need more.",
          .source = "Wang, Ye and Xu, Theorems 4.2, 4.4, 5.4, 6.2 and 6.3 with explicit constants",
          .parameters = specs_of(fields()),
          .rules = kRules,
          .records = {&kBounds},
          .answer = &answer};
}

}  // namespace noisy
