#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/privacy/accountant/loss_pair.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kUnit = 0x1p-53;
// Above this e^loss nears the end of the range of doubles and 1 - q no longer shows beside it.
constexpr double kLargeLoss = 650.0;

/// The loss of ((1 - q) Q + q P, Q) where that of (P, Q) is l, and back.
class SampledLoss {
 public:
  explicit SampledLoss(double rate) : rate_(rate), rest_(1.0 - rate), log_rate_(math::log(rate)) {}

  double rate() const { return rate_; }
  double rest() const { return rest_; }

  /// ln(1 - q + q e^l)
  double of(double base) const {
    if (rest_ == 0.0) return base;
    if (base > kLargeLoss) return math::log_add_exp(log_rate_ + base, math::log(rest_));
    if (base == -kInfinity) return math::log1p(-rate_);
    return math::log1p(rate_ * math::expm1(base));
  }

  /// ln((e^e - (1 - q)) / q), -infinity up to the smallest loss ln(1 - q)
  double base(double loss) const {
    if (rest_ == 0.0) return loss;
    if (loss > kLargeLoss) return loss - log_rate_;
    const double excess = math::expm1(loss) + rate_;
    return excess > 0.0 ? math::log(excess / rate_) : -kInfinity;
  }

 private:
  double rate_;
  double rest_;
  double log_rate_;
};

double sum(double weight, double x, double other_weight, double y) {
  return (weight == 0.0 ? 0.0 : weight * x) + (other_weight == 0.0 ? 0.0 : other_weight * y);
}

double finite(double x) {
  return std::isfinite(x) ? x : 0.0;
}

constexpr LossTails kAllAbove{1.0, 0.0, 1.0, 0.0, 0.0, 0.0, 4 * kUnit};

class SampledRemovePair final : public LossPair {
 public:
  SampledRemovePair(LossPairPointer pair, double rate) : pair_(std::move(pair)), loss_(rate) {}

  LossTails tails(double loss) const override {
    const double base = loss_.base(loss);
    if (base == -kInfinity) {
      LossTails all = kAllAbove;
      all.scaled_q_above = math::exp(loss);
      return all;
    }
    const LossTails inner = pair_->tails(base);
    const double q = loss_.rate();
    const double rest = loss_.rest();
    const double scale = math::exp(loss - base);
    LossTails tails;
    tails.p_above = sum(rest, inner.q_above, q, inner.p_above);
    tails.p_below = sum(rest, inner.q_below, q, inner.p_below);
    tails.q_above = inner.q_above;
    tails.q_below = inner.q_below;
    tails.scaled_q_above = scale * inner.scaled_q_above;
    tails.scaled_q_below = scale * inner.scaled_q_below;
    tails.relative_error = inner.relative_error + 8 * kUnit * (2 + std::fabs(loss - base));
    return tails;
  }
  double smallest_loss() const override { return loss_.of(pair_->smallest_loss()); }
  double largest_loss() const override { return loss_.of(pair_->largest_loss()); }
  bool symmetric() const override { return false; }
  double anchor() const override { return smallest_loss(); }
  double span() const override { return finite(largest_loss() - smallest_loss()); }

 private:
  LossPairPointer pair_;
  SampledLoss loss_;
};

/// Counts ties the other way round: "above" is L >= e.
class SampledAddPair final : public LossPair {
 public:
  SampledAddPair(LossPairPointer pair, double rate) : pair_(std::move(pair)), loss_(rate) {}

  LossTails tails(double loss) const override {
    const double base = loss_.base(-loss);
    const double scale = math::exp(loss);
    if (base == -kInfinity) return {0.0, 1.0, 0.0, 1.0, 0.0, scale, 4 * kUnit};
    const LossTails inner = pair_->tails(base);
    const double q = loss_.rate();
    const double rest = loss_.rest();
    LossTails tails;
    tails.p_above = inner.q_below;
    tails.p_below = inner.q_above;
    tails.q_above = sum(rest, inner.q_below, q, inner.p_below);
    tails.q_below = sum(rest, inner.q_above, q, inner.p_above);
    tails.scaled_q_above = scale * tails.q_above;
    tails.scaled_q_below = scale * tails.q_below;
    tails.relative_error = inner.relative_error + 8 * kUnit * (2 + std::fabs(loss));
    return tails;
  }
  double smallest_loss() const override { return -loss_.of(pair_->largest_loss()); }
  double largest_loss() const override { return -loss_.of(pair_->smallest_loss()); }
  bool symmetric() const override { return false; }
  double anchor() const override { return loss_.rest() > 0.0 ? largest_loss() : 0.0; }
  double span() const override { return finite(largest_loss() - smallest_loss()); }

 private:
  LossPairPointer pair_;
  SampledLoss loss_;
};

class SampledExchangePair final : public LossPair {
 public:
  SampledExchangePair(const LossPairPointer& pair, double rate)
      : remove_(pair, rate), add_(pair, rate) {}

  LossTails tails(double loss) const override {
    return loss >= 0.0 ? remove_.tails(loss) : add_.tails(loss);
  }
  double smallest_loss() const override { return -remove_.largest_loss(); }
  double largest_loss() const override { return remove_.largest_loss(); }
  double span() const override { return finite(remove_.largest_loss()); }

 private:
  SampledRemovePair remove_;
  SampledAddPair add_;
};

/// q P + (1 - q) Q against Q for outcomes listed one by one.
struct SampledAtoms {
  SampledAtoms(const LossPair& pair, double rate) : loss(rate) {
    const double q = loss.rate();
    const double rest = loss.rest();
    for (const LossAtom& atom : pair.atoms())
      remove.push_back({loss.of(atom.loss), sum(rest, atom.q, q, atom.p), atom.q});
    if (pair.vanishing_mass() > 0.0 && rest > 0.0)
      remove.push_back({math::log1p(-q), rest * pair.vanishing_mass(), pair.vanishing_mass()});
    infinite = q * pair.infinite_mass();
    vanishing = rest == 0.0 ? pair.vanishing_mass() : 0.0;
    for (const LossAtom& atom : remove) add.push_back({-atom.loss, atom.q, atom.p});
  }

  SampledLoss loss;
  std::vector<LossAtom> remove;
  std::vector<LossAtom> add;
  double infinite = 0.0;   // of remove; vanishing of add
  double vanishing = 0.0;  // of remove; infinite of add
};

LossPairPointer exchange_atoms(const SampledAtoms& sampled) {
  std::vector<LossAtom> atoms;
  for (const LossAtom& atom : sampled.remove)
    if (atom.loss > 0.0) atoms.push_back(atom);
  for (const LossAtom& atom : sampled.add)
    if (atom.loss < 0.0) atoms.push_back(atom);
  math::CompensatedSum total;
  for (const LossAtom& atom : atoms) total.add(atom.p);
  const double rest = 1.0 - sampled.infinite - total.value();
  if (rest > 0.0) atoms.push_back({0.0, rest, rest});
  return atom_pair(std::move(atoms), sampled.infinite, sampled.infinite, 0.0, true);
}

}  // namespace

LossPairPointer sampled_remove_pair(LossPairPointer pair, double rate) {
  if (rate == 1.0) return pair;
  if (rate == 0.0) return perfectly_private_pair();
  if (pair->atoms().empty()) return std::make_shared<SampledRemovePair>(std::move(pair), rate);
  SampledAtoms sampled(*pair, rate);
  return atom_pair(std::move(sampled.remove), sampled.infinite, sampled.vanishing, 0.0, false);
}

LossPairPointer sampled_add_pair(LossPairPointer pair, double rate) {
  if (rate == 1.0 && pair->symmetric()) return pair;
  if (rate == 0.0) return perfectly_private_pair();
  if (pair->atoms().empty()) return std::make_shared<SampledAddPair>(std::move(pair), rate);
  SampledAtoms sampled(*pair, rate);
  return atom_pair(std::move(sampled.add), sampled.vanishing, sampled.infinite,
                   rate == 1.0 ? pair->lattice() : 0.0, false);
}

LossPairPointer sampled_exchange_pair(LossPairPointer pair, double rate) {
  if (rate == 1.0) return pair;
  if (rate == 0.0) return perfectly_private_pair();
  if (pair->atoms().empty()) return std::make_shared<SampledExchangePair>(pair, rate);
  return exchange_atoms(SampledAtoms(*pair, rate));
}

}  // namespace noisy
