#include "engine/solver/gap/population_mean.h"

#include <optional>
#include <utility>

#include "engine/math/reduce.h"
#include "engine/problem/saddle/affine_in_record.h"
#include "engine/problem/saddle/population_data.h"
#include "engine/solver/gap/record_mean.h"

namespace noisy {
namespace {

/// All records of a population, and their mean.
struct AtomMean {
  AtomMean(std::shared_ptr<const SaddleLoss> of, DenseData all)
      : loss(std::move(of)), atoms(std::move(all)) {}

  std::shared_ptr<const SaddleLoss> loss;
  DenseData atoms;
  std::optional<RecordMean> mean;
};

/// The law's mean as the only record: of a loss that is affine in it, that is the population.
Result<DenseData> only_record(const SyntheticParameters& law) {
  const auto mean = mean_record(law);
  if (!mean) return std::unexpected(mean.error());
  auto data =
      DenseData::allocate({.samples = 1, .features = law.features, .layout = DataLayout::rows});
  if (data) data->set_row(0, math::view(*mean));
  return data;
}

std::shared_ptr<const SaddleMean> atom_mean(std::shared_ptr<const SaddleLoss> loss,
                                            Result<DenseData> atoms, const FeatureBounds& bounds) {
  if (!atoms) return nullptr;
  auto owner = std::make_shared<AtomMean>(std::move(loss), *std::move(atoms));
  auto mean = RecordMean::make(*owner->loss, owner->atoms, bounds);
  if (!mean) return nullptr;
  owner->mean = *std::move(mean);
  return {owner, &*owner->mean};
}

/// AucPopulation, whose every evaluation is one record's.
class AucMean final : public SaddleMean {
 public:
  AucMean(AucPopulation population, const FeatureBounds& bounds)
      : population_(std::move(population)),
        features_(population_.parameters().positive_mean.size()),
        primal_domain_(population_.loss().primal_domain(features_)),
        dual_domain_(population_.loss().dual_domain(features_)),
        smoothness_(population_.loss().bounds(bounds, features_).smoothness) {}

  Index primal_dimension() const override { return features_ + 2; }
  Index dual_dimension() const override { return 1; }
  const Domain& primal_domain() const override { return primal_domain_; }
  const Domain& dual_domain() const override { return dual_domain_; }
  SaddleSmoothness smoothness() const override { return smoothness_; }
  Index records() const override { return 1; }

  std::unique_ptr<Pass> begin_pass(const Vector& z, SaddleMeanAnswer& answer) const override {
    const SaddlePoint at{z.head(features_ + 2), z.tail(1)};
    const double length = math::l2_norm(z);
    // F is quadratic, with curvature of at most 6 and a slope of at most 2 at 0.
    answer = {.value = population_.value(at),
              .slopes = population_.operator_at(at),
              .value_size = 2 * length + 3 * length * length,
              .gradient_size = 2 + 6 * length};
    return std::make_unique<Done>();
  }

 private:
  struct Done final : Pass {
    bool advance(ThreadPool&, const Deadline&) override { return true; }
  };

  AucPopulation population_;
  Index features_;
  Domain primal_domain_, dual_domain_;
  SaddleSmoothness smoothness_;
};

}  // namespace

std::shared_ptr<const SaddleMean> population_mean(std::shared_ptr<const SaddleLoss> loss,
                                                  const SyntheticParameters& law,
                                                  const FeatureBounds& bounds) {
  if (!has_population(*loss, law)) return nullptr;
  if (is_atom_generator(law.name)) return atom_mean(std::move(loss), atoms_of(law), bounds);
  if (dynamic_cast<const AffineInRecord*>(loss.get())) {
    return atom_mean(std::move(loss), only_record(law), bounds);
  }
  const auto* auc = dynamic_cast<const AucLoss*>(loss.get());
  auto population = AucPopulation::make(class_parameters(law, auc->parameters().radius));
  if (!population) return nullptr;
  return std::make_shared<AucMean>(*std::move(population), bounds);
}

}  // namespace noisy
