#include "engine/problem/saddle/population_data.h"

#include <cmath>
#include <vector>

#include "engine/data/row_clip.h"
#include "engine/problem/saddle/atom_population.h"
#include "engine/problem/saddle/linear_records.h"
#include "engine/problem/saddle/matched_moments.h"
#include "engine/problem/saddle/sign_population.h"
#include "engine/problem/saddle/sphere_population.h"
#include "engine/problem/saddle/task_population.h"

namespace noisy {
namespace {

/// Names the field as a file does.
Error in_data(Error error) {
  error.field = "data." + error.field;
  return error;
}

AtomParameters atom_parameters(const SyntheticParameters& parameters) {
  return {.atoms = parameters.atoms,
          .features = parameters.features,
          .strength = parameters.strength,
          .minority_share = parameters.minority_share,
          .seed = parameters.population_seed};
}

/// Takes what rounding added to rows of length 1 away.
void clip_rows(DenseData& rows) {
  const auto size = static_cast<std::size_t>(rows.features());
  for (Index i = 0; i < rows.samples(); ++i) {
    clip_row(std::span(rows.row(i), size), RowNorm::l2, 1, false);
  }
}

template <class Population>
Result<DenseData> drawn(const Result<Population>& population,
                        const SyntheticParameters& parameters) {
  if (!population) return std::unexpected(in_data(population.error()));
  return population->draw(parameters.samples, parameters.seed);
}

/// Of a population around its mean, whose records are no longer than 1.
Result<void> check_reach(const SyntheticParameters& parameters) {
  if (parameters.shift + parameters.radius <= 1) return {};
  return fail(ErrorCode::invalid_value, "data.radius",
              "the mean's length and the radius must add up to at most 1");
}

Result<DenseData> draw_shifted_signs(const SyntheticParameters& parameters) {
  if (auto ok = check_reach(parameters); !ok) return std::unexpected(ok.error());
  const auto mean = mean_record(parameters);
  if (!mean) return std::unexpected(mean.error());
  const double spread = parameters.radius / std::sqrt(static_cast<double>(parameters.features));
  const LinearLaw law{.mean = {*mean, {}}, .primal_spread = spread};
  const LinearRecords records = law.draw(parameters.samples, parameters.seed, "shifted-signs");
  Result<DenseData> data = DenseData::allocate(
      {.samples = parameters.samples, .features = parameters.features, .layout = DataLayout::rows});
  if (!data) return data;
  for (Index i = 0; i < parameters.samples; ++i) data->set_row(i, column(records.primal, i));
  return data;
}

Result<DenseData> draw_rows(const SyntheticParameters& parameters) {
  if (is_atom_generator(parameters.name)) {
    const auto atoms = atoms_of(parameters);
    if (!atoms) return std::unexpected(atoms.error());
    return draw_atoms(*atoms, parameters.samples, parameters.seed);
  }
  if (parameters.name == "two-classes") {
    return drawn(AucPopulation::make(class_parameters(parameters, 1)), parameters);
  }
  if (parameters.name == "tilted-directions") {
    return drawn(TiltPopulation::make({.features = parameters.features, .tilt = parameters.tilt}),
                 parameters);
  }
  if (parameters.name == "shifted-signs") return draw_shifted_signs(parameters);
  const auto mean = mean_record(parameters);
  if (!mean) return std::unexpected(mean.error());
  return drawn(SpherePopulation::make({.mean = *mean, .radius = parameters.radius}), parameters);
}

/// P[z_b = 1] of every bit of the chain.
Vector bit_means(Index bits) {
  Vector means(bits);
  double one = BitChain::first;
  for (Index b = 0; b < bits; ++b) {
    const double stays = BitChain::stays(b);
    if (b > 0) one = stays * one + (1 - stays) * (1 - one);
    means[b] = one;
  }
  return means;
}

}  // namespace

Result<DenseData> atoms_of(const SyntheticParameters& parameters) {
  if (parameters.name != "atoms") return make_task_atoms(parameters);
  Result<DenseData> atoms = make_atoms(atom_parameters(parameters));
  if (!atoms) return std::unexpected(in_data(atoms.error()));
  clip_rows(*atoms);
  return atoms;
}

AucPopulationParameters class_parameters(const SyntheticParameters& parameters, double radius) {
  const Vector half = parameters.separation / 2 * Vector::Unit(parameters.features, 0);
  return {.positive_share = parameters.positive_share,
          .positive_mean = half,
          .negative_mean = -half,
          .spread = parameters.radius,
          .radius = radius};
}

Result<Vector> mean_record(const SyntheticParameters& parameters) {
  const Index d = parameters.features;
  if (is_bit_generator(parameters.name)) return bit_means(d);
  const double shift = parameters.shift;
  if (is_sign_generator(parameters.name)) return sign_means(parameters);
  if (parameters.name == "matched-moments") {
    auto mean = matched_moments(d, shift, parameters.population_seed);
    if (!mean) return std::unexpected(in_data(mean.error()));
    return mean;
  }
  if (parameters.name == "shifted-signs") {
    return Vector(Vector::Constant(d, shift / std::sqrt(static_cast<double>(d))));
  }
  if (parameters.name == "sphere") return Vector(shift * Vector::Unit(d, 0));
  if (parameters.name == "tilted-directions") return Vector(parameters.tilt * Vector::Unit(d, 0));
  const double along = (2 * parameters.positive_share - 1) * parameters.separation / 2;
  return Vector(along * Vector::Unit(d, 0));
}

Result<DenseData> draw_population(const SyntheticParameters& parameters, DataLayout layout,
                                  Index reserved_features, double memory_bytes) {
  const DenseShape shape{parameters.samples, parameters.features, layout, reserved_features};
  const bool is_drawn_in_place = is_sign_generator(parameters.name);
  // The records as they are kept, and, where they are not drawn there, as they are drawn.
  if ((is_drawn_in_place ? 1 : 2) * stored_bytes(shape) > memory_bytes) {
    return fail(ErrorCode::limit_exceeded, "data.samples",
                "so many samples and features pass the memory limit; use fewer");
  }
  if (is_drawn_in_place) return draw_signs(parameters, shape);
  Result<DenseData> rows = draw_rows(parameters);
  if (!rows) return rows;
  if (!has_signs(parameters.name)) clip_rows(*rows);
  Result<DenseData> out = DenseData::allocate(shape);
  if (!out) return out;
  std::vector<double> row(static_cast<std::size_t>(parameters.features));
  for (Index i = 0; i < parameters.samples; ++i) {
    rows->copy_row(i, row);
    out->set_row(i, row);
    out->targets()[static_cast<std::size_t>(i)] = rows->targets()[static_cast<std::size_t>(i)];
  }
  return out;
}

}  // namespace noisy
