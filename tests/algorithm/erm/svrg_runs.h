#pragma once

#include "engine/algorithm/frame/execute.h"
#include "tests/algorithm/engine_runs.h"
#include "tests/algorithm/naive/svrg.h"
#include "tests/algorithm/stream_draws.h"

namespace noisy::testing {

/// A problem for variance-reduced methods, as the engine sees it and as the twin sees it.
struct SvrgSetting {
  std::string name;
  naive::Problem problem;
  std::unique_ptr<DenseData> records;
  std::unique_ptr<FiniteSum> data;
  double smoothness = 0;  ///< L of F
  double lipschitz = 0;   ///< G: the largest record gradient in L2
};

inline SvrgSetting svrg_logistic(std::uint64_t seed = 7) {
  Setting made = logistic_setting(seed);
  return {.name = "logistic",
          .problem = made.problem,
          .records = std::move(made.records),
          .data = std::move(made.data),
          .smoothness = 1.5 * 1.5 / 4,
          .lipschitz = 1.5};
}

/// Squared loss, record gradients clipped so that about half of them are.
inline SvrgSetting svrg_clipped_squared(std::uint64_t seed = 8, std::size_t samples = 24) {
  constexpr std::size_t kDimension = 4;
  constexpr double kBound = 0.4;
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(samples, naive::Numbers(kDimension));
  naive::Numbers targets(samples);
  for (std::size_t i = 0; i < samples; ++i) {
    for (double& value : rows[i]) value = random(-0.5, 0.5);
    targets[i] = rows[i][0] - rows[i][1] + random(-0.5, 0.5);
  }
  SvrgSetting out{.name = "clipped squared",
                  .problem = naive::clipped_squared(rows, targets, kBound),
                  .records = dense_records(rows, targets),
                  .data = {},
                  .smoothness = 1,
                  .lipschitz = kBound};
  const FeatureBounds bounds{
      .l1 = 2, .l2 = 1, .linf = 0.5, .target_lower = -1.5, .target_upper = 1.5};
  out.data = std::make_unique<EmpiricalRisk>(
      *out.records, bounds, squared_loss(),
      GradientClip{.norm = GradientClip::Norm::l2, .bound = kBound});
  return out;
}

inline Regularizer engine_regularizer(const naive::Term& term) {
  using Kind = Regularizer::Kind;
  if (term.l1 > 0 && term.l2 > 0) {
    return {.kind = Kind::elastic_net, .strength = term.l1, .l2_strength = term.l2};
  }
  if (term.l1 > 0) return {.kind = Kind::l1, .strength = term.l1};
  if (term.l2 > 0) return {.kind = Kind::l2, .strength = term.l2};
  return {};
}

inline Domain engine_domain(const naive::Term& term) {
  Domain out;
  if (term.ball) {
    out.kind = Domain::Kind::l2_ball;
    out.radius = *term.ball;
  }
  if (term.box) {
    out.kind = Domain::Kind::box;
    out.lower = Vector::Constant(1, term.box->first);
    out.upper = Vector::Constant(1, term.box->second);
  }
  return out;
}

inline std::string svrg_id(const naive::Svrg& method) {
  return method.doubles ? "dp-svrg-pp" : "dp-svrg";
}

/// Plans the method with the given privacy; null where the plan is refused.
inline std::unique_ptr<AlgorithmPlan> svrg_plan(const SvrgSetting& setting,
                                                const naive::Svrg& method, Index batch_size,
                                                const PrivacyRequest& privacy) {
  PlanInput input{.facts = public_facts(*setting.data, engine_regularizer(method.term)),
                  .privacy = privacy,
                  .parameters = parameters({{"epochs", static_cast<double>(method.epochs)},
                                            {"innerIterations", static_cast<double>(method.length)},
                                            {"batchSize", static_cast<double>(batch_size)},
                                            {"stepSize", method.step_size},
                                            {"stepRule", method.step_rule},
                                            {"theory", std::string("none")}}),
                  .regularizer = engine_regularizer(method.term),
                  .domain = engine_domain(method.term)};
  if (method.per_epoch) input.parameters.set("anchorNoise", std::string("per-epoch"));
  auto planned = find_algorithm(svrg_id(method))->plan(input);
  return planned ? *std::move(planned) : nullptr;
}

inline const PrivacyRequest kNoNotion{.notion = Notion::none, .mechanism = std::nullopt};

/// (epsilon, delta) with the noise sigma^2 = c G^2 N ln(1/delta) / (n epsilon)^2 of the theorem.
inline PrivacyRequest theorem_privacy(double constant) {
  return {.notion = Notion::approximate,
          .epsilon = 1,
          .delta = 1e-3,
          .mechanism = std::nullopt,
          .calibration = Calibration::paper,
          .noise_constant = constant};
}

inline double theorem_noise(const SvrgSetting& setting, double constant, std::size_t steps) {
  return setting.lipschitz * std::sqrt(constant * static_cast<double>(steps) * std::log(1e3)) /
         static_cast<double>(setting.problem.samples);
}

/// The constant that gives a wanted sigma.
inline double constant_for_noise(const SvrgSetting& setting, double noise, std::size_t steps) {
  return std::pow(noise / theorem_noise(setting, 1, steps), 2);
}

/// The private path of a plan, with the oracle that made it.
struct SvrgRun {
  std::unique_ptr<PrivateOracle> oracle;
  std::vector<Vector> path;
};

inline SvrgRun run_svrg(const SvrgSetting& setting, const AlgorithmPlan& plan,
                        const StreamFactory& streams, const naive::Numbers& start) {
  SvrgRun out{.oracle = std::make_unique<PrivateOracle>(*setting.data, Regularizer{}, streams,
                                                        plan.rule().cap()),
              .path = {}};
  if (plan.leaks()) out.oracle->allow_leaks();
  out.path = drive(*setting.data, *out.oracle, plan.start(*out.oracle, vector(start)));
  return out;
}

/// Compares every answer; the scale is the largest coordinate that the path has seen.
inline void expect_same_answers(const std::vector<Vector>& theirs,
                                const std::vector<naive::Numbers>& mine, double tolerance) {
  ASSERT_EQ(theirs.size(), mine.size());
  double scale = 1;
  for (std::size_t t = 0; t < mine.size(); ++t) {
    scale = std::max(scale, naive::norm_infinity(mine[t]));
    const double distance = naive::norm_infinity(naive::minus(numbers(theirs[t]), mine[t]));
    ASSERT_LE(distance, tolerance * scale) << "step " << t + 1;
  }
}

}  // namespace noisy::testing
