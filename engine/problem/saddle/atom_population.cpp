#include "engine/problem/saddle/atom_population.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/random/distributions.h"

namespace noisy {
namespace {

constexpr const char* kName = "atoms";

Result<void> check(const AtomParameters& parameters) {
  if (auto ok = check_count(parameters.atoms, 1, "atoms"); !ok) return ok;
  const Index least = parameters.minority_share > 0 ? 2 : 1;
  if (auto ok = check_count(parameters.features, least, "features"); !ok) return ok;
  if (!(parameters.strength >= 0 && std::isfinite(parameters.strength))) {
    return fail(ErrorCode::invalid_value, "strength", "use a finite number of at least 0");
  }
  if (!(parameters.minority_share >= 0 && parameters.minority_share < 1)) {
    return fail(ErrorCode::invalid_value, "minorityShare", "use at least 0 and less than 1");
  }
  return {};
}

/// The atoms of both groups, told apart by a column of their own where there is a minority.
class AtomLaw {
 public:
  explicit AtomLaw(const AtomParameters& parameters)
      : parameters_(parameters),
        has_group_column_(parameters.minority_share > 0),
        plain_(parameters.features - (has_group_column_ ? 1 : 0)),
        streams_(StreamFactory::synthetic_data(parameters.seed, kName)),
        majority_(hidden_direction(0)),
        minority_(hidden_direction(1)) {}

  /// Draws atom i and returns its label.
  double draw(Index i, Vector& row) const {
    Stream stream = streams_.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    const bool is_minority = i < minority_atoms(parameters_);
    const Vector direction = draw_unit_vector(stream, plain_);
    const double length = uniform(stream) * (has_group_column_ ? std::sqrt(0.75) : 1);
    row.tail(plain_) = length * direction;
    if (has_group_column_) row[0] = is_minority ? 0.5 : -0.5;
    const double signal = length * math::dot(is_minority ? minority_ : majority_, direction);
    return uniform(stream) < math::sigmoid(parameters_.strength * signal) ? 1 : -1;
  }

 private:
  Vector hidden_direction(std::uint64_t which) const {
    Stream stream = streams_.stream(StreamPurpose::model, which);
    return draw_unit_vector(stream, plain_);
  }

  AtomParameters parameters_;
  bool has_group_column_;
  Index plain_;  ///< columns without the group's
  StreamFactory streams_;
  Vector majority_, minority_;
};

}  // namespace

Index minority_atoms(const AtomParameters& parameters) {
  return static_cast<Index>(
      std::floor(parameters.minority_share * static_cast<double>(parameters.atoms) + 0.5));
}

Result<DenseData> make_atoms(const AtomParameters& parameters) {
  if (auto ok = check(parameters); !ok) return std::unexpected(ok.error());
  Result<DenseData> data = DenseData::allocate(
      {.samples = parameters.atoms, .features = parameters.features, .layout = DataLayout::rows});
  if (!data) return data;
  const AtomLaw law(parameters);
  Vector row(parameters.features);
  for (Index i = 0; i < parameters.atoms; ++i) {
    data->targets()[static_cast<std::size_t>(i)] = law.draw(i, row);
    data->set_row(i, math::view(row));
  }
  return data;
}

Result<DenseData> draw_atoms(const DenseData& atoms, Index count, std::uint64_t seed) {
  Result<DenseData> data = DenseData::allocate(
      {.samples = count, .features = atoms.features(), .layout = DataLayout::rows});
  if (!data) return data;
  const StreamFactory streams = StreamFactory::synthetic_data(seed, kName);
  std::vector<double> row(static_cast<std::size_t>(atoms.features()));
  for (Index i = 0; i < count; ++i) {
    Stream stream = streams.stream(StreamPurpose::sampling, static_cast<std::uint64_t>(i));
    const std::uint64_t atom = bounded_integer(stream, static_cast<std::uint64_t>(atoms.samples()));
    atoms.copy_row(static_cast<Index>(atom), row);
    data->set_row(i, row);
    data->targets()[static_cast<std::size_t>(i)] = atoms.targets()[atom];
  }
  return data;
}

}  // namespace noisy
