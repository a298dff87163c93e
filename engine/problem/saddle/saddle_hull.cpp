#include "engine/problem/saddle/saddle_hull.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/data/feature_bounds.h"
#include "engine/math/reduce.h"
#include "engine/problem/domain/vertex_hull.h"

namespace noisy {
namespace {

constexpr const char* kRadius = "radius";

/// The models v_k, one per column, and what is known of their products with inputs.
class ModelHull final : public ModelMean {
 public:
  explicit ModelHull(Eigen::MatrixXd models) : models_(std::move(models)) {}

  Index inputs() const { return models_.rows(); }
  Index count() const { return models_.cols(); }

  Vector at(const Vector& z) const override {
    Vector w = Vector::Zero(inputs());
    for (Index k = 0; k < count(); ++k) {
      if (z[k] != 0) w += z[k] * models_.col(k);
    }
    return w;
  }

  /// <v_k, u>
  double product(Index k, std::span<const double> u) const { return math::dot(model(k), u); }

  /// What bounds on inputs of w of the unit l1-ball would have to be for the same M, and the same
  /// length of grad_x <w, a>, which is sqrt(2) ||a||_2 there and never below sqrt(2) M.
  FeatureBounds as_inputs(const FeatureBounds& inputs) const {
    double largest = 0, squares = 0;
    for (Index k = 0; k < count(); ++k) {
      const double margin = margin_of(k, inputs);
      largest = std::max(largest, margin);
      squares = add_upward(squares, multiply_upward(margin, margin));
    }
    const double by_norms =
        multiply_upward(square_root_upward(multiply_upward(column_sum(), row_sum())), inputs.l2);
    const double length = std::min(square_root_upward(squares), by_norms);
    FeatureBounds out = inputs;
    out.l1 = std::numeric_limits<double>::infinity();
    out.l2 = std::max(multiply_upward(length, square_root_upward(0.5)), largest);
    out.linf = largest;
    return out;
  }

 private:
  std::span<const double> model(Index k) const {
    return {models_.data() + k * inputs(), static_cast<std::size_t>(inputs())};
  }

  /// M_k
  double margin_of(Index k, const FeatureBounds& inputs) const {
    double sum = 0, squares = 0, largest = 0;
    for (const double weight : model(k)) {
      sum = add_upward(sum, std::abs(weight));
      squares = add_upward(squares, multiply_upward(weight, weight));
      largest = std::max(largest, std::abs(weight));
    }
    return std::min({multiply_upward(sum, inputs.linf),
                     multiply_upward(square_root_upward(squares), inputs.l2),
                     multiply_upward(largest, inputs.l1)});
  }

  double column_sum() const {
    double most = 0;
    for (Index k = 0; k < count(); ++k) {
      double sum = 0;
      for (const double weight : model(k)) sum = add_upward(sum, std::abs(weight));
      most = std::max(most, sum);
    }
    return most;
  }

  double row_sum() const {
    double most = 0;
    for (Index j = 0; j < inputs(); ++j) {
      double sum = 0;
      for (Index k = 0; k < count(); ++k) sum = add_upward(sum, std::abs(models_(j, k)));
      most = std::max(most, sum);
    }
    return most;
  }

  Eigen::MatrixXd models_;
};

class SaddleOverHull final : public SaddleLoss {
 public:
  /// @param ball  the same over the l1-ball of radius 1
  SaddleOverHull(std::shared_ptr<const SaddleLoss> ball, Domain hull)
      : ball_(std::move(ball)), hull_(std::move(hull)), models_(all_vertices(hull_)) {}

  /// m; of records with other inputs than the models have, such that it never falls.
  Index primal_dimension(Index features) const override {
    const Index inputs = inputs_of(features);
    if (inputs < models_.inputs()) return 0;
    return inputs > models_.inputs() ? models_.count() + inputs : models_.count();
  }
  Index dual_dimension(Index features) const override { return ball_->dual_dimension(features); }
  Domain primal_domain(Index) const override { return {.kind = Domain::Kind::simplex}; }
  Domain dual_domain(Index features) const override { return ball_->dual_domain(features); }

  double value(const SaddleRecord& record, const Vector& z) const override {
    return ball_->value(record, in_ball(z));
  }

  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    Vector slopes;
    ball_->operator_at(record, in_ball(z), slopes);
    out.resize(z.size());
    const auto inputs = static_cast<std::size_t>(models_.inputs());
    const std::span<const double> by_weight = math::view(slopes).first(inputs);
    for (Index k = 0; k < models_.count(); ++k) out[k] = models_.product(k, by_weight);
    const Index rest = z.size() - models_.count();
    out.tail(rest) = slopes.tail(rest);
  }

  bool takes_sparse() const override { return ball_->takes_sparse(); }

  SaddleBounds bounds(const FeatureBounds& records, Index features) const override {
    const FeatureBounds inputs = models_.as_inputs(with_implied_bounds(records, features));
    SaddleBounds out = ball_->bounds(inputs, std::max(features, 2 * models_.count()));
    out.primal_dimension = primal_dimension(features);
    out.dual_dimension = dual_dimension(features);
    return out;
  }

  Result<void> check_features(Index features) const override {
    if (auto suits = ball_->check_features(features); !suits) return suits;
    if (inputs_of(features) == models_.inputs()) return {};
    return fail(ErrorCode::invalid_value, "domain.vertices",
                "the models have " + std::to_string(models_.inputs()) +
                    " weights each, and the records have " + std::to_string(inputs_of(features)) +
                    " inputs: give one weight for each");
  }

  LinearModel model(Index) const override { return {.size = models_.inputs(), .mean = &models_}; }

 private:
  Index inputs_of(Index features) const { return ball_->primal_dimension(features) / 2; }

  /// The point (p, q, y) with p - q = w: that it leaves the simplex does not matter to values and
  /// slopes.
  Vector in_ball(const Vector& z) const {
    const Index inputs = models_.inputs(), rest = z.size() - models_.count();
    Vector out = Vector::Zero(2 * inputs + rest);
    out.head(inputs) = models_.at(z);
    out.tail(rest) = z.tail(rest);
    return out;
  }

  std::shared_ptr<const SaddleLoss> ball_;
  Domain hull_;
  ModelHull models_;
};

bool are_distinct(const Eigen::MatrixXd& models) {
  std::vector<Index> order(static_cast<std::size_t>(models.cols()));
  for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<Index>(k);
  const auto comes_before = [&](Index a, Index b) {
    return std::ranges::lexicographical_compare(models.col(a), models.col(b));
  };
  std::ranges::sort(order, comes_before);
  return std::ranges::adjacent_find(order, [&](Index a, Index b) {
           return models.col(a) == models.col(b);
         }) == order.end();
}

}  // namespace

Result<void> check_saddle_domain(const LossEntry& loss, const ParameterSet& given,
                                 const Domain& domain) {
  if (domain.kind != Domain::Kind::hull) {
    return fail(ErrorCode::unsupported_option, "domain",
                "the saddle problem \"" + loss.id +
                    "\" takes the hull of public models, \"hull\", or is over an l1-ball without "
                    "it: leave it out");
  }
  if (given.number(kRadius)) {
    return fail(ErrorCode::conflicting_fields, kRadius,
                "is that of an l1-ball, in whose place the hull is: leave one of them out");
  }
  const Eigen::MatrixXd models = all_vertices(domain);
  if (models.cols() < 2) {
    return fail(ErrorCode::invalid_value, "domain.vertices",
                "one model leaves nothing to mix: give two or more");
  }
  if (are_distinct(models)) return {};
  return fail(ErrorCode::invalid_value, "domain.vertices",
              "two models are equal, those mirrored included: give each once");
}

std::shared_ptr<const SaddleLoss> saddle_over_hull(const LossEntry& loss, const ParameterSet& given,
                                                   const Domain& hull) {
  ParameterSet of_ball = given;
  of_ball.set(kRadius, 1.0);
  return std::make_shared<SaddleOverHull>(loss.saddle(of_ball), hull);
}

}  // namespace noisy
