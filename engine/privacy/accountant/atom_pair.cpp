#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/math/elementary.h"
#include "engine/privacy/accountant/loss_pair.h"

namespace noisy {
namespace {

constexpr double kUnit = 0x1p-53;

class AtomPair final : public LossPair {
 public:
  AtomPair(std::vector<LossAtom> atoms, double infinite_mass, double vanishing_mass, double lattice,
           bool symmetric)
      : atoms_(std::move(atoms)),
        infinite_mass_(infinite_mass),
        vanishing_mass_(vanishing_mass),
        lattice_(lattice),
        symmetric_(symmetric) {
    std::stable_sort(atoms_.begin(), atoms_.end(),
                     [](const LossAtom& a, const LossAtom& b) { return a.loss < b.loss; });
    if (atoms_.size() == 2) lattice_ = span();
    accumulate();
  }

  LossTails tails(double loss) const override {
    const auto first_above =
        std::upper_bound(atoms_.begin(), atoms_.end(), loss,
                         [](double edge, const LossAtom& atom) { return edge < atom.loss; });
    const auto at = static_cast<std::size_t>(first_above - atoms_.begin());
    LossTails tails;
    tails.p_above = above_[at].p;
    tails.q_above = above_[at].q;
    tails.p_below = below_[at].p;
    tails.q_below = below_[at].q;
    tails.scaled_q_above =
        at < atoms_.size() ? above_[at].scaled_q * math::exp(loss - atoms_[at].loss) : 0.0;
    tails.scaled_q_below = math::exp(loss) * below_[at].q;
    tails.relative_error = 8 * kUnit * (4 + static_cast<double>(atoms_.size()) + std::fabs(loss));
    return tails;
  }
  double smallest_loss() const override { return atoms_.front().loss; }
  double largest_loss() const override { return atoms_.back().loss; }
  double infinite_mass() const override { return infinite_mass_; }
  double vanishing_mass() const override { return vanishing_mass_; }
  bool symmetric() const override { return symmetric_; }
  double lattice() const override { return lattice_; }
  double anchor() const override { return atoms_.back().loss; }
  double span() const override { return atoms_.back().loss - atoms_.front().loss; }
  std::span<const LossAtom> atoms() const override { return atoms_; }

 private:
  struct Sums {
    double p = 0.0;
    double q = 0.0;
    double scaled_q = 0.0;  // e^{loss of the nearest atom above} times q
  };

  void accumulate() {
    const std::size_t count = atoms_.size();
    above_.assign(count + 1, Sums{});
    below_.assign(count + 1, Sums{});
    above_[count].p = infinite_mass_;
    below_[0].q = vanishing_mass_;
    for (std::size_t i = count; i-- > 0;) {
      const LossAtom& atom = atoms_[i];
      const double step = i + 1 < count ? atoms_[i + 1].loss - atom.loss : 0.0;
      above_[i] = {above_[i + 1].p + atom.p, above_[i + 1].q + atom.q,
                   atom.p + math::exp(-step) * above_[i + 1].scaled_q};
    }
    for (std::size_t i = 0; i < count; ++i)
      below_[i + 1] = {below_[i].p + atoms_[i].p, below_[i].q + atoms_[i].q, 0.0};
  }

  std::vector<LossAtom> atoms_;
  double infinite_mass_;
  double vanishing_mass_;
  double lattice_;
  bool symmetric_;
  std::vector<Sums> above_;  // of the atoms from i on, with the infinite loss
  std::vector<Sums> below_;  // of the atoms before i
};

}  // namespace

LossPairPointer atom_pair(std::vector<LossAtom> atoms, double infinite_mass, double vanishing_mass,
                          double lattice, bool symmetric) {
  if (atoms.empty()) atoms.push_back({0.0, 0.0, 0.0});
  return std::make_shared<AtomPair>(std::move(atoms), infinite_mass, vanishing_mass, lattice,
                                    symmetric);
}

LossPairPointer perfectly_private_pair() {
  return atom_pair({{0.0, 1.0, 1.0}}, 0.0, 0.0, 0.0, true);
}

LossPairPointer not_private_pair() {
  return atom_pair({}, 1.0, 1.0, 0.0, true);
}

}  // namespace noisy
