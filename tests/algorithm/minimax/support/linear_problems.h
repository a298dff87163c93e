#pragma once

#include "engine/problem/loss/custom_loss.h"
#include "engine/problem/risk/empirical_risk.h"
#include "engine/problem/saddle/saddle_risk.h"
#include "tests/algorithm/minimax/support/solution_runs.h"

namespace noisy::testing {

/// phi(m) = -m
struct DownhillLink {
  template <class V>
  [[gnu::always_inline]] math::LinkResult<V> evaluate(V margin, V) const {
    return {-margin, margin * 0.0 - 1.0};
  }
};

/// T2: f(x; u) = -u.x, of rows of length 1 at most. Its block problem is solved by
/// P(c + mean / lambda).
inline SolutionProblem linear_problem(const std::vector<naive::Numbers>& rows,
                                      const Domain& domain = {}) {
  SolutionProblem out;
  out.records = dense_records(rows, naive::Numbers(rows.size(), 1.0));
  const LinearLoss loss = custom_loss(
      DownhillLink{}, [](double, double) { return 1.0; }, 0);
  const FeatureBounds bounds{.l1 = std::sqrt(static_cast<double>(rows.front().size())),
                             .l2 = 1,
                             .linf = 1,
                             .target_lower = 1,
                             .target_upper = 1};
  out.data = std::make_unique<EmpiricalRisk>(*out.records, bounds, loss, std::nullopt, domain);
  out.domain = domain;
  return out;
}

/// T3 on balls: f(x, y; u) = u_b.x - u_c.y + a x.y - (m/2) ||y||^2 for records u = (u_b, u_c) of
/// length 1 at most.
class LinearGame final : public SaddleLoss {
 public:
  LinearGame(double coupling, double concavity, double radius)
      : coupling_(coupling), concavity_(concavity), radius_(radius) {}

  double coupling() const { return coupling_; }
  double concavity() const { return concavity_; }

  Index primal_dimension(Index features) const override { return features / 2; }
  Index dual_dimension(Index features) const override { return features / 2; }
  Domain primal_domain(Index) const override {
    return {.kind = Domain::Kind::l2_ball, .radius = radius_};
  }
  Domain dual_domain(Index features) const override { return primal_domain(features); }

  double value(const SaddleRecord& record, const Vector& z) const override {
    const Eigen::Map<const Vector> u(record.features.data(), std::ssize(record.features));
    const Index d = u.size() / 2;
    return u.head(d).dot(z.head(d)) - u.tail(d).dot(z.tail(d)) +
           coupling_ * z.head(d).dot(z.tail(d)) - concavity_ / 2 * z.tail(d).squaredNorm();
  }
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    out = Eigen::Map<const Vector>(record.features.data(), std::ssize(record.features));
    const Index d = out.size() / 2;
    out.head(d) += coupling_ * z.tail(d);
    out.tail(d) += concavity_ * z.tail(d) - coupling_ * z.head(d);
  }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override {
    const double joint = std::sqrt(coupling_ * coupling_ + concavity_ * concavity_) + coupling_;
    return {.primal_dimension = features / 2,
            .dual_dimension = features / 2,
            .lipschitz = records.l2 + std::sqrt(2.0) * joint * radius_,
            .primal_difference = 2 * records.l2,
            .dual_difference = 2 * records.l2,
            .smoothness = {.joint = coupling_ + concavity_,
                           .primal = 0,
                           .dual = concavity_,
                           .coupling = coupling_},
            .dual_modulus = concavity_,
            .primal_radius = radius_,
            .dual_radius = radius_};
  }

 private:
  double coupling_, concavity_, radius_;
};

inline SolutionProblem saddle_problem(std::shared_ptr<const SaddleLoss> loss,
                                      const std::vector<naive::Numbers>& rows,
                                      const FeatureBounds& bounds) {
  SolutionProblem out;
  out.records = dense_records(rows, naive::Numbers(rows.size(), 1.0));
  out.domain = product_domain(*loss, out.records->features());
  out.data = std::make_unique<SaddleRisk>(std::move(loss), *out.records, bounds);
  return out;
}

inline SolutionProblem linear_game(const LinearGame& game,
                                   const std::vector<naive::Numbers>& rows) {
  return saddle_problem(std::make_shared<LinearGame>(game), rows,
                        {.l1 = std::sqrt(static_cast<double>(rows.front().size())),
                         .l2 = 1,
                         .linf = 1,
                         .target_lower = 1,
                         .target_upper = 1});
}

/// Rows of length 1 whose coordinates are +-1/2, the first one mostly 1/2: sums of them are exact
/// in any order, and so are means of 2^k of them.
inline std::vector<naive::Numbers> half_signs(std::size_t count, std::uint64_t seed) {
  Numbers01 random(seed);
  std::vector<naive::Numbers> rows(count, naive::Numbers(4));
  for (naive::Numbers& row : rows) {
    for (std::size_t j = 0; j < 4; ++j) {
      row[j] = random(0, 1) < (j == 0 ? 0.8 : 0.5) ? 0.5 : -0.5;
    }
  }
  return rows;
}

}  // namespace noisy::testing
