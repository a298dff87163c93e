#pragma once

#include <span>

#include "engine/math/vector.h"

/// The loops that steps of stochastic methods spend their time in: one walk over a row each. All
/// arguments of a call are equally long, and those that are written to overlap no other.
namespace noisy {

/// sum_j row_j z_j, in the order of math::dot.
double row_product(std::span<const double> row, const Vector& z);

/// out_j = mean_j + change row_j
void add_row(const Vector& mean, double change, std::span<const double> row, Vector& out);

/// z_j <- keep z_j + pull_j - weight row_j
void shrink_and_move(Vector& z, double keep, const Vector& pull, double weight,
                     std::span<const double> row);

/// total_j += weight row_j
void add_scaled(double weight, std::span<const double> row, Vector& total);

/// What a step of SAGA multiplies with.
struct TableStep {
  double keep;     ///< of z
  double size;     ///< of the step along -(mean + change row)
  double change;   ///< new minus old slope of the row
  double portion;  ///< 1 / m: of the change in the mean
};

/// z_j <- keep z_j + pull_j - size (mean_j + change row_j),  mean_j <- mean_j + portion change
/// row_j
void shrink_and_move(Vector& z, Vector& mean, const TableStep& step, const Vector& pull,
                     std::span<const double> row);

}  // namespace noisy
