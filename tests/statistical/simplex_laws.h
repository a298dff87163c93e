#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <vector>

#include "engine/algorithm/frame/execute.h"
#include "engine/algorithm/simplex/bias_reduced_descent.h"
#include "engine/algorithm/simplex/mirror_descent.h"
#include "engine/problem/saddle/bias_stress.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/problem/saddle/saddle_risk.h"

namespace noisy::testing {

/// 64 bits of a record, always the same: no record is kept.
inline std::uint64_t bits_of(std::uint64_t record, std::uint64_t place) {
  std::uint64_t x =
      record * 0x9e3779b97f4a7c15u + place * 0xd1b54a32d192ed03u + 0x632be59bd9b4e019u;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return x ^ (x >> 31);
}

/// Records that are made when they are asked for, so that n is limited by time alone.
class LazyRecords : public SaddleRiskBounds {
 public:
  LazyRecords(std::shared_ptr<const SaddleLoss> loss, Index samples, Index features)
      : SaddleRiskBounds(std::move(loss), signs(features), features), samples_(samples) {}

  Index samples() const final { return samples_; }
  std::unique_ptr<Pass> begin_pass(std::span<const PointQuery>) const final { return nullptr; }
  void answer_batch(std::span<const Index> records, const PointQuery& query,
                    BatchScratch&) const final {
    operator_of(static_cast<std::uint64_t>(records[0]), *query.point, *query.gradient);
  }
  std::unique_ptr<FiniteSum> part(Index, Index) const final { return nullptr; }

  /// On the population, of which the records are.
  virtual double gap(const Vector& z) const = 0;

 protected:
  virtual void operator_of(std::uint64_t record, const Vector& z, Vector& out) const = 0;

 private:
  static FeatureBounds signs(Index features) {
    const double d = static_cast<double>(features);
    return {.l1 = d, .l2 = std::sqrt(d), .linf = 1, .target_lower = 0, .target_upper = 0};
  }
  Index samples_;
};

/// P1: entries -1 and 1 with the mean -a 1[i = 1] + a 1[j = 1], a = 1/2. Only the rows and columns
/// are made that have a weight.
class LazyPlantedGame final : public LazyRecords {
 public:
  LazyPlantedGame(Index samples, Index size)
      : LazyRecords(std::make_shared<MatrixGame>(0), samples, size * size), size_(size) {}

  double gap(const Vector& z) const override { return 0.5 * (1 - z[0]) + 0.5 * (1 - z[size_]); }

 protected:
  void operator_of(std::uint64_t record, const Vector& z, Vector& out) const override {
    out.setZero(2 * size_);
    for (Index k = 0; k < size_; ++k) {
      if (z[size_ + k] > 0) {
        for (Index i = 0; i < size_; ++i) out[i] += z[size_ + k] * entry(record, i, k);
      }
      if (z[k] > 0) {
        for (Index j = 0; j < size_; ++j) out[size_ + j] -= z[k] * entry(record, k, j);
      }
    }
  }

 private:
  /// Of two bits: 1 with probability 1/2, 1/4 or 3/4.
  double entry(std::uint64_t record, Index i, Index j) const {
    const std::uint64_t bits = bits_of(record, static_cast<std::uint64_t>(i * size_ + j)) >> 62;
    const std::uint64_t below = 2 + (j == 0 ? 1u : 0u) - (i == 0 ? 1u : 0u);
    return bits < below ? 1 : -1;
  }
  Index size_;
};

/// P4 on two simplices of d <= 32 coordinates.
class LazyBiasStress final : public LazyRecords {
 public:
  LazyBiasStress(Index samples, Index size, const BiasStressParameters& parameters = {})
      : LazyRecords(std::make_shared<BiasStress>(parameters), samples, 2 * size),
        stress_(parameters),
        size_(size) {}

  double gap(const Vector& z) const override { return primal_gap(z) + 0.5 * (1 - z[size_]); }
  /// The part of x.
  double primal_gap(const Vector& z) const { return stress_.phi(z[0]) - stress_.phi(0.8); }

 protected:
  void operator_of(std::uint64_t record, const Vector& z, Vector& out) const override {
    out.resize(2 * size_);
    const std::uint64_t bits = bits_of(record, 0);
    for (Index j = 0; j < size_; ++j) {
      out[j] = 0.5 * sign(bits, j);
      out[size_ + j] = -0.5 * sign(bits, 32 + j);
    }
    out[0] += stress_.slope(z[0]);
    out[size_] -= 0.5;
  }

 private:
  static double sign(std::uint64_t bits, Index place) { return bits >> place & 1 ? 1 : -1; }
  BiasStress stress_;
  Index size_;
};

using LawPlanner = Result<std::unique_ptr<AlgorithmPlan>> (*)(const PlanInput&);

/// What a run is asked for beside n.
struct LawSetting {
  LawPlanner planner = plan_vertex_mirror_descent;
  Notion notion = Notion::approximate;
  double epsilon = 1;
  Calibration calibration = Calibration::tight;
  ParameterSet parameters;
};

/// The last iterate; nothing where a request is refused.
inline Vector last_of(GradientOracle& oracle, const AlgorithmPlan& plan) {
  Run run = plan.start(oracle, {});
  Vector last;
  while (!run.done() && !oracle.refusal()) {
    run.resume();
    if (run.iterate()) last = *run.iterate();
  }
  return oracle.refusal() ? Vector() : last;
}

inline Vector end_of(const LazyRecords& data, const LawSetting& setting, std::uint64_t seed) {
  PrivacyRequest privacy{.notion = setting.notion,
                         .epsilon = setting.epsilon,
                         .delta = 1e-6,
                         .mechanism = std::nullopt};
  privacy.calibration = setting.calibration;
  const auto plan = setting.planner({.facts = public_facts(data, Regularizer{}),
                                     .privacy = privacy,
                                     .parameters = setting.parameters,
                                     .regularizer = {},
                                     .domain = data.domain()});
  if (!plan) return {};
  const StreamFactory streams =
      StreamFactory::reproducible({.seed = seed, .algorithm = "vertex-smd"});
  if (setting.notion == Notion::none) {
    NonPrivateOracle oracle(data, {}, streams);
    return last_of(oracle, **plan);
  }
  PrivateOracle oracle(data, {}, streams, (*plan)->rule().cap());
  return last_of(oracle, **plan);
}

}  // namespace noisy::testing
