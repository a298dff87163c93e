#include "engine/problem/saddle/sign_population.h"

#include "engine/math/reduce.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/random/distributions.h"
#include "engine/random/sha256.h"

namespace noisy {
namespace {

constexpr std::string_view kWeights = "planted-weights";
/// How far its targets are from u.x*.
constexpr double kTargetNoise = 0.25;

constexpr Index kHands = 3;

Result<void> check(const SyntheticParameters& parameters) {
  if (!(parameters.advantage >= 0 && parameters.advantage <= 1)) {
    return fail(ErrorCode::invalid_value, "data.advantage", "use a number between 0 and 1");
  }
  if (parameters.features < 1) {
    return fail(ErrorCode::invalid_value, "data.features", "use at least one feature");
  }
  if (parameters.name == "planted-arm") return {};
  if (parameters.name == kWeights) {
    if (parameters.features >= 3) return {};
    return fail(ErrorCode::invalid_value, "data.features", "use at least three features");
  }
  if (parameters.name == "rock-paper-scissors" && parameters.features != kHands * kHands) {
    return fail(ErrorCode::invalid_value, "data.features", "use 9: three hands against three");
  }
  auto fits = check_game(parameters.features, parameters.rows);
  if (!fits) fits.error().field = "data." + fits.error().field;
  return fits;
}

Vector planted_game(const GameShape& shape, double advantage) {
  Vector mean = Vector::Zero(shape.rows * shape.columns);
  mean.head(shape.columns).array() -= advantage;
  for (Index i = 0; i < shape.rows; ++i) mean[i * shape.columns] += advantage;
  return mean;
}

Vector rank_one_game(const GameShape& shape, double advantage) {
  Vector mean(shape.rows * shape.columns);
  for (Index i = 0; i < shape.rows; ++i) {
    for (Index j = 0; j < shape.columns; ++j) {
      mean[i * shape.columns + j] = (i == 0) == (j == 0) ? advantage : -advantage;
    }
  }
  return mean;
}

/// Rock, paper and scissors, each of which loses to the next.
Vector hands_game(double advantage) {
  Vector mean = Vector::Zero(kHands * kHands);
  for (Index hand = 0; hand < kHands; ++hand) {
    const Index winner = (hand + 1) % kHands;
    const double lost = winner == 0 ? advantage : advantage / 2;
    mean[hand * kHands + winner] = lost;
    mean[winner * kHands + hand] = -lost;
  }
  return mean;
}

class SignRows final : public RowSource {
 public:
  SignRows(const SyntheticParameters& parameters, Vector means)
      : parameters_(parameters),
        streams_(StreamFactory::synthetic_data(parameters.seed, parameters.name)),
        shares_((1 + means.array()) / 2) {
    if (parameters.name == kWeights) weights_ = planted_weights(features());
  }

  Index samples() const override { return parameters_.samples; }
  Index features() const override { return shares_.size(); }

  double draw(Index i, std::span<double> row) const override {
    Stream stream = streams_.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    fill_uniform(stream, row);
    const double* const shares = shares_.data();
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = row[j] < shares[j] ? 1 : -1;
    if (weights_.size() == 0) return 0;
    const double noise = uniform(stream) < 0.5 ? kTargetNoise : -kTargetNoise;
    return math::dot(row, math::view(weights_)) + noise;
  }

  /// Over the name, n, seed and shares, which all signs follow from.
  std::string hash() const override {
    Sha256 out;
    out.update_field("drawn");
    out.update_field(parameters_.name);
    out.update_integer(static_cast<std::uint64_t>(parameters_.samples));
    out.update_integer(parameters_.seed);
    out.update_doubles(math::view(shares_));
    return to_hex(out.finish());
  }

 private:
  SyntheticParameters parameters_;
  StreamFactory streams_;
  Vector shares_;   ///< P[u_j = 1]
  Vector weights_;  ///< of targets; empty where there are none
};

}  // namespace

Result<Vector> sign_means(const SyntheticParameters& parameters) {
  if (auto ok = check(parameters); !ok) return std::unexpected(ok.error());
  const double advantage = parameters.advantage;
  if (parameters.name == "planted-arm") {
    return Vector(advantage * Vector::Unit(parameters.features, 0));
  }
  if (parameters.name == kWeights) return Vector(Vector::Zero(parameters.features));
  if (parameters.name == "rock-paper-scissors") return hands_game(advantage);
  const GameShape shape = game_shape(parameters.features, parameters.rows);
  return parameters.name == "planted-game" ? planted_game(shape, advantage)
                                           : rank_one_game(shape, advantage);
}

Vector planted_weights(Index features) {
  Vector weights = Vector::Zero(features);
  weights.head(3) = Vector{{0.5, 0.3, 0.2}};
  return weights;
}

Result<std::shared_ptr<const RowSource>> sign_rows(const SyntheticParameters& parameters) {
  auto means = sign_means(parameters);
  if (!means) return std::unexpected(means.error());
  return std::make_shared<const SignRows>(parameters, *std::move(means));
}

Result<DenseData> draw_signs(const SyntheticParameters& parameters, const DenseShape& shape) {
  const auto rows = sign_rows(parameters);
  if (!rows) return std::unexpected(rows.error());
  Result<DenseData> data = DenseData::allocate(shape);
  if (!data) return data;
  std::vector<double> row(static_cast<std::size_t>((*rows)->features()));
  for (Index i = 0; i < shape.samples; ++i) {
    data->targets()[static_cast<std::size_t>(i)] = (*rows)->draw(i, row);
    data->set_row(i, row);
  }
  return data;
}

}  // namespace noisy
