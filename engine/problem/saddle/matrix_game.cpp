#include "engine/problem/saddle/matrix_game.h"

#include <algorithm>
#include <cmath>

#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/saddle/derivative_bounds.h"

namespace noisy {
namespace {

double root(Index count) {
  return std::sqrt(static_cast<double>(count));
}

}  // namespace

GameShape game_shape(Index entries, Index rows) {
  if (rows > 0) return {rows, entries / rows};
  const auto side = static_cast<Index>(root(entries));
  return {side, side};
}

Result<void> check_game(Index entries, Index rows) {
  const GameShape shape = game_shape(entries, rows);
  const bool is_whole = shape.rows * shape.columns == entries;
  if (is_whole && shape.rows >= 2 && shape.columns >= 2) return {};
  const std::string fitting =
      rows > 0 ? "a multiple of " + std::to_string(rows) + ", at least two times it,"
               : "a square, at least 4,";
  return fail(ErrorCode::invalid_value, "rows",
              "a record holds a matrix of at least 2 rows and 2 columns, and has " +
                  std::to_string(entries) + " numbers: state how many rows, or use " + fitting +
                  " as the number of columns of the data");
}

Domain MatrixGame::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::simplex};
}

double MatrixGame::value(const SaddleRecord& record, const Vector& z) const {
  Vector slopes;
  operator_at(record, z, slopes);
  const auto rows = static_cast<std::size_t>(game_shape(std::ssize(record.features), rows_).rows);
  return math::dot(math::view(z).first(rows), math::view(slopes).first(rows));
}

void MatrixGame::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const auto [rows, columns] = game_shape(std::ssize(record.features), rows_);
  const auto size = static_cast<std::size_t>(columns);
  const std::span<const double> y = math::view(z).subspan(static_cast<std::size_t>(rows), size);
  out.setZero(rows + columns);
  for (Index i = 0; i < rows; ++i) {
    const std::span<const double> row =
        record.features.subspan(static_cast<std::size_t>(i) * size, size);
    out[i] = math::dot(row, y);
    for (Index j = 0; j < columns; ++j) out[rows + j] -= z[i] * row[static_cast<std::size_t>(j)];
  }
}

SaddleBounds MatrixGame::bounds(const FeatureBounds& records, Index features) const {
  const FeatureBounds all = with_implied_bounds(records, features);
  const auto [rows, columns] = game_shape(features, rows_);
  const double entry = all.linf;
  return {.primal_dimension = rows,
          .dual_dimension = columns,
          .lipschitz = std::min(entry * root(rows + columns), length_of(all.l2, entry)),
          .primal_difference = 2 * std::min(all.l2, entry * root(rows)),
          .dual_difference = 2 * std::min(all.l2, entry * root(columns)),
          .smoothness = {.joint = all.l2, .coupling = all.l2},
          .coordinates = {.lipschitz = entry,
                          .smoothness = entry,
                          .hessian_lipschitz = 0,
                          .difference = 2 * entry},
          .primal_radius = 1,
          .dual_radius = 1};
}

LossEntry matrix_game_entry() {
  return {.id = "matrix-game",
          .title = "Matrix game",
          .description =
              "x'A y for the matrix A that a row holds, its rows one after the other, and mixed "
              "strategies x and y, points of simplices: each player finds the best against the "
              "other.",
          .form = LossForm::saddle,
          .parameters = {{.name = "rows",
                          .title = "Rows",
                          .type = ParameterType::integer,
                          .minimum = 0,
                          .maximum = 1e6,
                          .default_value = 0.0,
                          .description = "Of A, the coordinates of x; 0: as many as columns."}},
          .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
            return std::make_shared<MatrixGame>(static_cast<Index>(*given.number("rows")));
          }};
}

}  // namespace noisy
