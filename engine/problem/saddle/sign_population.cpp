#include "engine/problem/saddle/sign_population.h"

#include "engine/math/reduce.h"
#include "engine/problem/saddle/matrix_game.h"
#include "engine/random/distributions.h"

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

Result<DenseData> draw_signs(const SyntheticParameters& parameters, const DenseShape& shape) {
  const auto means = sign_means(parameters);
  if (!means) return std::unexpected(means.error());
  Result<DenseData> data = DenseData::allocate(shape);
  if (!data) return data;
  const StreamFactory streams = StreamFactory::synthetic_data(parameters.seed, parameters.name);
  const bool has_targets = parameters.name == kWeights;
  const Vector weights = has_targets ? planted_weights(means->size()) : Vector();
  Vector row(means->size());
  for (Index i = 0; i < shape.samples; ++i) {
    Stream stream = streams.stream(StreamPurpose::data, static_cast<std::uint64_t>(i));
    for (Index j = 0; j < row.size(); ++j) {
      row[j] = uniform(stream) < (1 + (*means)[j]) / 2 ? 1 : -1;
    }
    data->set_row(i, math::view(row));
    if (!has_targets) continue;
    const double noise = uniform(stream) < 0.5 ? kTargetNoise : -kTargetNoise;
    data->targets()[static_cast<std::size_t>(i)] = math::dot(row, weights) + noise;
  }
  return data;
}

}  // namespace noisy
