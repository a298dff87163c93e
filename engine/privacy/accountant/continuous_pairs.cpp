#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/normal_distribution.h"
#include "engine/privacy/accountant/loss_pair.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = 0x1p-53;
constexpr double kInverseRootTwoPi = 0.39894228040143268;
// Beyond this a normal tail times e^loss is taken from Mills' ratio: nothing under- or overflows.
constexpr double kFarTail = 30.0;

double normal_density(double x) {
  return kInverseRootTwoPi * math::exp(-0.5 * x * x);
}

/// Masses beyond x under N(0, 1), and under it times e^loss, where the density of P at x is e^loss
/// times that of N(0, 1).
void set_q_tails(LossTails& tails, double x, double loss, double p_density) {
  tails.q_above = math::normal_cdf(-x);
  tails.q_below = math::normal_cdf(x);
  const double scale = math::exp(loss);
  tails.scaled_q_above = x > kFarTail ? p_density * math::mills_ratio(x) : scale * tails.q_above;
  tails.scaled_q_below = x < -kFarTail ? p_density * math::mills_ratio(-x) : scale * tails.q_below;
}

// A normal tail at x errs relatively by (|x| + 1) times the error of x, besides its own.
double normal_tail_error(double x, double x_error) {
  return 24 * kUnit + 2 * (std::fabs(x) + 1) * x_error + 4 * kUnit * x * x;
}

class GaussianPair final : public LossPair {
 public:
  explicit GaussianPair(double mu) : mu_(mu) {}

  LossTails tails(double loss) const override {
    const double middle = loss / mu_;
    const double under_q = middle + 0.5 * mu_;
    const double under_p = middle - 0.5 * mu_;
    LossTails tails;
    tails.p_above = math::normal_cdf(-under_p);
    tails.p_below = math::normal_cdf(under_p);
    set_q_tails(tails, under_q, loss, normal_density(under_p));
    const double error = 2 * kUnit * (std::fabs(middle) + mu_);
    tails.relative_error =
        normal_tail_error(std::max(std::fabs(under_q), std::fabs(under_p)), error);
    return tails;
  }
  double smallest_loss() const override { return -kInfinity; }
  double largest_loss() const override { return kInfinity; }

 private:
  double mu_;
};

class GaussianMixturePair final : public LossPair {
 public:
  GaussianMixturePair(std::vector<double> shifts, std::vector<double> weights) {
    for (std::size_t j = 0; j < shifts.size(); ++j) {
      if (shifts[j] == 0.0) {
        unshifted_ += weights[j];
        continue;
      }
      shifted_ += weights[j];
      largest_shift_ = std::max(largest_shift_, shifts[j]);
      parts_.push_back(
          {shifts[j], weights[j], math::log(weights[j]) - 0.5 * shifts[j] * shifts[j]});
    }
  }

  LossTails tails(double loss) const override {
    const double x = position(loss);
    if (x == -kInfinity) return {1.0, 0.0, 1.0, 0.0, math::exp(loss), 0.0, 4 * kUnit};
    LossTails tails;
    tails.p_above = unshifted_ * math::normal_cdf(-x);
    tails.p_below = unshifted_ * math::normal_cdf(x);
    double density = unshifted_ * normal_density(x);
    for (const Part& part : parts_) {
      tails.p_above += part.weight * math::normal_cdf(part.shift - x);
      tails.p_below += part.weight * math::normal_cdf(x - part.shift);
      density += part.weight * normal_density(x - part.shift);
    }
    set_q_tails(tails, x, loss, density);
    const double farthest = std::fabs(x) + largest_shift_;
    tails.relative_error = normal_tail_error(farthest, 2 * kUnit * farthest) + 8 * kUnit * count();
    return tails;
  }
  double smallest_loss() const override {
    return unshifted_ > 0.0 ? math::log(unshifted_) : -kInfinity;
  }
  double largest_loss() const override { return kInfinity; }
  double anchor() const override { return unshifted_ > 0.0 ? smallest_loss() : 0.0; }
  bool symmetric() const override { return false; }

 private:
  struct Part {
    double shift;
    double weight;
    double log_weight;  // ln weight - shift^2 / 2
  };

  double count() const { return static_cast<double>(parts_.size()); }

  /// The x where the density ratio is e^loss: ln sum_j e^{log_weight_j + shift_j x} =
  /// ln(e^loss - unshifted) by Newton's method, from the right on a convex rising function.
  double position(double loss) const {
    double target = loss;
    if (unshifted_ > 0.0 && loss < 700.0) {
      const double excess = math::expm1(loss) + shifted_;
      if (!(excess > 0.0)) return -kInfinity;
      target = math::log(excess);
    }
    double x = kInfinity;
    for (const Part& part : parts_) x = std::min(x, (target - part.log_weight) / part.shift);
    constexpr int kMostSteps = 100;
    for (int step = 0; step < kMostSteps; ++step) {
      double top = -kInfinity;
      for (const Part& part : parts_) top = std::max(top, part.log_weight + part.shift * x);
      double sum = 0.0;
      double slope = 0.0;
      for (const Part& part : parts_) {
        const double share = math::exp(part.log_weight + part.shift * x - top);
        sum += share;
        slope += share * part.shift;
      }
      const double move = (top + math::log(sum) - target) * sum / slope;
      x -= move;
      if (std::fabs(move) <= 0x1p-50 * (1.0 + std::fabs(x))) break;
    }
    return x;
  }

  std::vector<Part> parts_;
  double unshifted_ = 0.0;
  double shifted_ = 0.0;
  double largest_shift_ = 0.0;
};

class LaplacePair final : public LossPair {
 public:
  explicit LaplacePair(double epsilon) : epsilon_(epsilon) {}

  LossTails tails(double loss) const override {
    LossTails tails;
    tails.relative_error = 16 * kUnit * (2 + std::fabs(loss) + epsilon_);
    const double scale = math::exp(loss);
    if (loss >= epsilon_) {
      tails.scaled_q_below = scale;
      return tails;
    }
    if (loss < -epsilon_) return {1.0, 0.0, 1.0, 0.0, scale, 0.0, tails.relative_error};
    tails.p_below = 0.5 * math::exp(0.5 * (loss - epsilon_));
    tails.p_above = 1.0 - tails.p_below;
    tails.scaled_q_above = tails.p_below;
    tails.q_above = 0.5 * math::exp(-0.5 * (loss + epsilon_));
    tails.q_below = 1.0 - tails.q_above;
    tails.scaled_q_below = scale * tails.q_below;
    return tails;
  }
  double smallest_loss() const override { return -epsilon_; }
  double largest_loss() const override { return epsilon_; }
  double anchor() const override { return epsilon_; }
  double span() const override { return 2.0 * epsilon_; }

 private:
  double epsilon_;
};

class BoundedRangePair final : public LossPair {
 public:
  explicit BoundedRangePair(double epsilon) : epsilon_(epsilon), norm_(-math::expm1(-epsilon)) {}

  LossTails tails(double loss) const override {
    LossTails tails;
    tails.relative_error = 32 * kUnit * (2 + std::fabs(loss) + epsilon_);
    const double scale = math::exp(loss);
    if (loss >= epsilon_) {
      tails.scaled_q_below = scale;
      return tails;
    }
    if (loss <= -epsilon_) return {1.0, 0.0, 1.0, 0.0, scale, 0.0, tails.relative_error};
    // With s = e^{(|e| - epsilon) / 2}: P(L > e) = (1 - s) / (1 - e^{-epsilon}) and
    // e^e Q(L > e) = s P(L > e) for e >= 0; the other half by symmetry.
    const double size = std::fabs(loss);
    const double s = math::exp(0.5 * (size - epsilon_));
    const double p_above = -math::expm1(0.5 * (size - epsilon_)) / norm_;
    const double p_below = math::exp(-epsilon_) * math::expm1(0.5 * (size + epsilon_)) / norm_;
    const double q_above = math::exp(-size) * s * p_above;
    const double q_below = 1.0 - q_above;
    if (loss >= 0.0)
      return {
          p_above, p_below, q_above, q_below, s * p_above, scale * q_below, tails.relative_error};
    return {
        q_below, q_above, p_below, p_above, scale * p_below, scale * p_above, tails.relative_error};
  }
  double smallest_loss() const override { return -epsilon_; }
  double largest_loss() const override { return epsilon_; }

 private:
  double epsilon_;
  double norm_;
};

}  // namespace

LossPairPointer gaussian_pair(double mu) {
  return std::make_shared<GaussianPair>(mu);
}

LossPairPointer gaussian_mixture_pair(std::vector<double> shifts, std::vector<double> weights) {
  return std::make_shared<GaussianMixturePair>(std::move(shifts), std::move(weights));
}

LossPairPointer laplace_pair(double epsilon) {
  return std::make_shared<LaplacePair>(epsilon);
}

LossPairPointer bounded_range_pair(double epsilon) {
  return std::make_shared<BoundedRangePair>(epsilon);
}

}  // namespace noisy
