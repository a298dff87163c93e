#include "engine/solver/gap/population_excess.h"

#include <functional>
#include <limits>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/loss/loss.h"
#include "engine/problem/saddle/population_data.h"
#include "engine/problem/saddle/saddle_loss.h"
#include "engine/problem/saddle/sign_population.h"
#include "engine/solver/gap/gap_searcher.h"
#include "engine/solver/gap/linear_minimizer.h"
#include "engine/solver/gap/record_mean.h"

namespace noisy {
namespace {

/// Of L (R + 1), as narrow as brackets are.
constexpr double kWidthShare = 1e-8;
/// Of the search for F*.
constexpr Index kMostWalks = 1000;

/// A number in closed form.
class ClosedSearcher final : public PointSearcher {
 public:
  explicit ClosedSearcher(std::function<double(const Vector&)> number)
      : number_(std::move(number)) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    return std::make_unique<Found>(number_(point));
  }

 private:
  class Found final : public PointSearch {
   public:
    explicit Found(double number) : number_(number) {}

    bool advance(ThreadPool&, const Deadline&) override { return true; }
    double number(std::size_t) const override { return number_; }
    double evaluations() const override { return 0; }

   private:
    double number_;
  };

  std::function<double(const Vector&)> number_;
};

Vector projected(const Domain& domain, Vector x) {
  domain.project(x);
  return x;
}

double half_distance_square(const Vector& x, const Vector& y) {
  return math::squared_norm(Vector(x - y)) / 2;
}

/// The mean of ||x - u||^2 / 2 is ||x - m||^2 / 2 and a constant.
std::unique_ptr<const PointSearcher> distance_excess(const Vector& mean, const Domain& domain) {
  const double least = half_distance_square(projected(domain, mean), mean);
  return std::make_unique<ClosedSearcher>([mean, domain, least](const Vector& x) {
    return half_distance_square(projected(domain, x), mean) - least;
  });
}

/// That of slope u.x is slope m.x.
std::unique_ptr<const PointSearcher> linear_excess(const Vector& tilt, const Domain& domain) {
  const double least = math::dot(tilt, linear_minimizer(domain, tilt));
  return std::make_unique<ClosedSearcher>([tilt, domain, least](const Vector& x) {
    return math::dot(tilt, projected(domain, x)) - least;
  });
}

/// A function of the margin as a saddle function that does not depend on its only y in [-1, 1]: its
/// primal gap is F - F*.
class MarginLoss final : public SaddleLoss {
 public:
  MarginLoss(LinearLoss loss, Domain domain) : loss_(std::move(loss)), domain_(std::move(domain)) {}

  Index primal_dimension(Index features) const override { return features; }
  Index dual_dimension(Index) const override { return 1; }
  Domain primal_domain(Index) const override { return domain_; }
  Domain dual_domain(Index) const override {
    return {.kind = Domain::Kind::linf_ball, .radius = 1};
  }
  double value(const SaddleRecord& record, const Vector& z) const override {
    return loss_.value(margin(record, z), record.target);
  }
  void operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const override {
    const Eigen::Map<const Vector> u(record.features.data(), std::ssize(record.features));
    out.resize(u.size() + 1);
    out.head(u.size()) = loss_.derivative(margin(record, z), record.target) * u;
    out[u.size()] = 0;
  }
  SaddleBounds bounds(const FeatureBounds& records, Index features) const override {
    const double curvature = loss_.curvature_bound * records.l2 * records.l2;
    return {.primal_dimension = features,
            .dual_dimension = 1,
            .lipschitz = slope_bound(loss_, records, domain_, features).value * records.l2,
            .smoothness = {.joint = curvature, .primal = curvature},
            .primal_radius = domain_.l2_radius(features),
            .dual_radius = 1};
  }

 private:
  static double margin(const SaddleRecord& record, const Vector& z) {
    return math::dot(record.features, math::view(z).first(record.features.size()));
  }

  LinearLoss loss_;
  Domain domain_;
};

/// Owns what the mean over all atoms is made of.
struct AtomExcess {
  AtomExcess(MarginLoss of, DenseData all) : loss(std::move(of)), atoms(std::move(all)) {}

  MarginLoss loss;
  DenseData atoms;
  std::optional<RecordMean> mean;
};

class AtomSearcher final : public PointSearcher {
 public:
  AtomSearcher(std::shared_ptr<const SaddleMean> mean, const SideOptions& options)
      : search_(std::move(mean), options) {}

  std::unique_ptr<PointSearch> begin(const Vector& point) const override {
    Vector z = Vector::Zero(point.size() + 1);
    z.head(point.size()) = point;
    return search_.begin(z);  // which keeps a projection of z, not z
  }

 private:
  PrimalGapSearcher search_;
};

std::unique_ptr<const PointSearcher> atom_excess(const LinearLoss& loss, DenseData atoms,
                                                 const Domain& domain,
                                                 const FeatureBounds& bounds) {
  auto owner = std::make_shared<AtomExcess>(MarginLoss(loss, domain), std::move(atoms));
  auto mean = RecordMean::make(owner->loss, owner->atoms, bounds);
  if (!mean) return nullptr;
  owner->mean = *std::move(mean);
  const Index records = owner->atoms.samples();
  const SaddleBounds scale = owner->loss.bounds(bounds, owner->atoms.features());
  const double width = kWidthShare * scale.lipschitz * (scale.primal_radius + scale.dual_radius);
  return std::make_unique<AtomSearcher>(
      std::shared_ptr<const SaddleMean>(owner, &*owner->mean),
      SideOptions{.width = std::max(width, std::numeric_limits<double>::min()),
                  .most_evaluations = kMostWalks * records});
}

Vector mean_row(const DenseData& data) {
  Vector total = Vector::Zero(data.features());
  std::vector<double> row(static_cast<std::size_t>(data.features()));
  for (Index i = 0; i < data.samples(); ++i) {
    data.copy_row(i, row);
    total += Eigen::Map<const Vector>(row.data(), data.features());
  }
  return total / static_cast<double>(data.samples());
}

}  // namespace

std::unique_ptr<const PointSearcher> population_excess(const LossEntry& loss,
                                                       const ParameterSet& given,
                                                       const SyntheticParameters& law,
                                                       const Domain& domain,
                                                       const FeatureBounds& bounds) {
  if (!has_population(loss, given, law) || !domain.has_projection()) return nullptr;
  std::optional<DenseData> atoms;
  if (is_atom_generator(law.name)) {
    auto made = atoms_of(law);
    if (!made) return nullptr;
    atoms = *std::move(made);
  }
  const auto mean = [&]() -> std::optional<Vector> {
    if (atoms) return mean_row(*atoms);
    auto known = mean_record(law);
    return known ? std::optional(*std::move(known)) : std::nullopt;
  };
  if (loss.form == LossForm::distance) {
    const auto m = mean();
    return m ? distance_excess(*m, domain) : nullptr;
  }
  if (has_planted_squares(loss, law)) {
    return distance_excess(planted_weights(law.features), domain);
  }
  if (!has_linear_minimizer(domain)) return nullptr;
  const LinearLoss margin = loss.linear(given);
  if (margin.curvature_bound > 0) return atom_excess(margin, *std::move(atoms), domain, bounds);
  const auto m = mean();
  return m ? linear_excess(margin.derivative(0, 0) * *m, domain) : nullptr;
}

}  // namespace noisy
