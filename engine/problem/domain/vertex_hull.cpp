#include "engine/problem/domain/vertex_hull.h"

#include <limits>

#include "engine/math/linear_program.h"

namespace noisy {

namespace {

constexpr double kProgramTolerance = 1e-9;

/// weights >= 0 with (vertices / size) weights = x / size.
math::LinearProgram weights_program(const Domain& hull, const Vector& x, double size) {
  math::LinearProgram program{.matrix = all_vertices(hull) / size, .right = x / size};
  program.cost = Vector::Ones(program.matrix.cols());
  return program;
}

double largest_coordinate(const Domain& hull) {
  const double largest = hull.vertices.cwiseAbs().maxCoeff();
  return largest > 0 ? largest : 1;
}

}  // namespace

Eigen::MatrixXd all_vertices(const Domain& hull) {
  if (!hull.mirrored) return hull.vertices;
  Eigen::MatrixXd all(hull.vertices.rows(), 2 * hull.vertices.cols());
  all << hull.vertices, -hull.vertices;
  return all;
}

bool hull_contains(const Domain& hull, const Vector& x) {
  math::LinearProgram program = weights_program(hull, x, largest_coordinate(hull));
  const Index rows = program.matrix.rows();
  program.matrix.conservativeResize(rows + 1, Eigen::NoChange);
  program.matrix.row(rows).setOnes();
  program.right.conservativeResize(rows + 1);
  program.right[rows] = 1;
  return math::solve(program, kProgramTolerance).has_value();
}

double hull_gauge(const Domain& hull, const Vector& x) {
  const auto solution =
      math::solve(weights_program(hull, x, largest_coordinate(hull)), kProgramTolerance);
  return solution ? solution->value : std::numeric_limits<double>::infinity();
}

}  // namespace noisy
