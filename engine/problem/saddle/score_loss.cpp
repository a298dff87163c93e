#include "engine/problem/saddle/score_loss.h"

#include <cmath>

#include "engine/math/elementary.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {
namespace {

/// ln 2
double coin_loss() {
  return math::softplus(0);
}

double margin_of(double score, double target) {
  return target > 0 ? score : -score;
}

double logistic_value(double score, double target) {
  return math::softplus(-margin_of(score, target));
}

double logistic_above_coin(double score, double target) {
  return logistic_value(score, target) - coin_loss();
}

double logistic_slope(double score, double target) {
  const double steepness = math::sigmoid(-margin_of(score, target));
  return target > 0 ? -steepness : steepness;
}

ScoreBounds bounds_of_logistic(double margin, double /*target*/) {
  return {.slope = math::sigmoid(margin),
          .value = math::softplus(margin),
          .range = margin,
          .curvature = 0.25,
          .third_derivative = 1 / (6 * std::sqrt(3.0))};
}

ScoreBounds bounds_above_coin(double margin, double target) {
  ScoreBounds out = bounds_of_logistic(margin, target);
  out.value -= coin_loss();
  return out;
}

double logistic_difference(double radius, double length, double /*target*/) {
  return logistic_bounds(radius, length).gradient_difference;
}

double squared_value(double score, double target) {
  const double error = score - target;
  return error * error / 2;
}

double squared_slope(double score, double target) {
  return score - target;
}

ScoreBounds bounds_of_squared(double margin, double target) {
  const double error = margin + target;
  const double value = error * error / 2;
  return {.slope = error, .value = value, .range = value, .curvature = 1};
}

double squared_difference(double radius, double length, double target) {
  return radius * length * length + 2 * target * length;
}

}  // namespace

const ScoreLoss kLogisticScores = {logistic_value, logistic_slope, bounds_of_logistic,
                                   logistic_difference};

const ScoreLoss kLogisticScoresAboveCoin = {logistic_above_coin, logistic_slope, bounds_above_coin,
                                            logistic_difference};

const ScoreLoss kSquaredScores = {squared_value, squared_slope, bounds_of_squared,
                                  squared_difference};

}  // namespace noisy
