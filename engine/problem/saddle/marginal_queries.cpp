#include "engine/problem/saddle/marginal_queries.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "engine/math/figure_text.h"
#include "engine/math/reduce.h"
#include "engine/problem/loss/built_in_losses.h"

namespace noisy {
namespace {

constexpr double kMostCells = static_cast<double>(QueryFamily::kMostCells);

/// A dimension, kept where no integer overflows.
Index dimension_of(double count) {
  return static_cast<Index>(std::min(count, 2 * kMostCells * 1e3));
}

/// y_j - y_-j, the weight of every query without its negation.
std::vector<double> net_weights(const Vector& z, Index cells, Index queries) {
  std::vector<double> net(static_cast<std::size_t>(queries));
  for (Index j = 0; j < queries; ++j) {
    net[static_cast<std::size_t>(j)] = z[cells + j] - z[cells + queries + j];
  }
  return net;
}

/// q_j(z) - <q_j, x>
std::vector<double> errors_of(const QueryFamily& family, const SaddleRecord& record,
                              const Vector& z) {
  std::vector<double> out(static_cast<std::size_t>(family.queries()));
  family.answers(math::view(z).first(static_cast<std::size_t>(family.cells())), out);
  for (double& one : out) one = -one;
  family.add_record(record.features, record.target, out);
  return out;
}

bool is_parities(const QueryShape& shape) {
  return shape.kind == QueryKind::parities;
}

}  // namespace

QueryShape MarginalQueries::shape(Index features) const {
  QueryShape shape{.levels = std::vector<Index>(static_cast<std::size_t>(features)),
                   .target_levels = options_.target_levels,
                   .order = options_.order,
                   .kind = options_.kind};
  for (std::size_t a = 0; a < shape.levels.size(); ++a) {
    const bool is_one = options_.levels.size() == 1;
    const std::size_t at = is_one ? 0 : std::min(a, options_.levels.size() - 1);
    shape.levels[a] = static_cast<Index>(options_.levels[at]);
  }
  return shape;
}

Index MarginalQueries::primal_dimension(Index features) const {
  return dimension_of(query_counts(shape(features)).cells);
}

Index MarginalQueries::dual_dimension(Index features) const {
  return dimension_of(2 * query_counts(shape(features)).queries);
}

Domain MarginalQueries::primal_domain(Index /*features*/) const {
  return {.kind = Domain::Kind::simplex};
}

std::shared_ptr<const QueryFamily> MarginalQueries::queries(Index features) const {
  const QueryShape wanted = shape(features);
  if (query_counts(wanted).cells > kMostCells) return nullptr;
  const std::lock_guard lock(mutex_);
  if (family_features_ != features) {
    family_ = std::make_shared<QueryFamily>(wanted);
    family_features_ = features;
  }
  return family_;
}

double MarginalQueries::value(const SaddleRecord& record, const Vector& z) const {
  const auto family = queries(std::ssize(record.features));
  return math::dot(net_weights(z, family->cells(), family->queries()),
                   errors_of(*family, record, z));
}

void MarginalQueries::operator_at(const SaddleRecord& record, const Vector& z, Vector& out) const {
  const auto family = queries(std::ssize(record.features));
  const Index cells = family->cells(), queries = family->queries();
  out.resize(cells + 2 * queries);
  const auto in_x = std::span(out.data(), static_cast<std::size_t>(cells));
  family->combine(net_weights(z, cells, queries), in_x);
  out.head(cells) *= -1;
  const std::vector<double> errors = errors_of(*family, record, z);
  for (Index j = 0; j < queries; ++j) {
    out[cells + j] = -errors[static_cast<std::size_t>(j)];
    out[cells + queries + j] = errors[static_cast<std::size_t>(j)];
  }
}

SaddleBounds MarginalQueries::bounds(const FeatureBounds& /*records*/, Index features) const {
  const QueryShape asked = shape(features);
  const QueryCounts counts = query_counts(asked);
  const double apart = is_parities(asked) ? 2 : 1;
  double tables = counts.queries;
  double inverse_sizes = 1;  // sum_T 1 / s_T, of orthogonal queries their largest alone
  if (const auto family = queries(features); family && !is_parities(asked)) {
    tables = static_cast<double>(family->tables().size());
    inverse_sizes = 0;
    for (const QueryFamily::Table& table : family->tables()) {
      inverse_sizes += 1 / static_cast<double>(table.size);
    }
  }
  const double coupling = std::sqrt(2 * counts.cells * inverse_sizes);
  const double of_record = is_parities(asked) ? 2 * std::sqrt(2 * tables) : 2 * std::sqrt(tables);
  return {.primal_dimension = primal_dimension(features),
          .dual_dimension = dual_dimension(features),
          .lipschitz = std::sqrt(counts.cells + of_record * of_record),
          .primal_difference = 0,
          .dual_difference = of_record,
          .differs_alike_everywhere = true,
          .smoothness = {.joint = coupling, .coupling = coupling},
          .coordinates = {.lipschitz = apart,
                          .smoothness = 1,
                          .hessian_lipschitz = 0,
                          .difference = apart},
          .primal_radius = 1,
          .dual_radius = 1};
}

Result<void> MarginalQueries::check_features(Index features) const {
  const std::size_t stated = options_.levels.size();
  if (stated != 1 && stated != static_cast<std::size_t>(features)) {
    return fail(ErrorCode::invalid_value, "levels",
                "use one number for all columns, or one for each of the " +
                    std::to_string(features) + ", and not " + std::to_string(stated));
  }
  const auto is_level = [](double level) { return level >= 2 && std::floor(level) == level; };
  if (!std::ranges::all_of(options_.levels, is_level)) {
    return fail(ErrorCode::invalid_value, "levels", "use whole numbers of 2 or more");
  }
  if (options_.target_levels == 1) {
    return fail(ErrorCode::invalid_value, "targetLevels", "use 0, or 2 levels and more");
  }
  const QueryShape asked = shape(features);
  const bool has_bits = std::ranges::all_of(asked.levels, [](Index of) { return of == 2; }) &&
                        (asked.target_levels == 0 || asked.target_levels == 2);
  if (is_parities(asked) && !has_bits) {
    return fail(ErrorCode::invalid_value, "queries",
                "parities are of columns of two levels: set \"levels\" to 2, or use \"marginals\"");
  }
  const double cells = query_counts(asked).cells;
  if (cells <= kMostCells) return {};
  return fail(ErrorCode::limit_exceeded, "levels",
              "the histogram would have " + figure_text(cells) +
                  " cells, and 2^20 = " + std::to_string(QueryFamily::kMostCells) +
                  " are allowed: use fewer columns (data.preprocess with select-columns) or "
                  "levels");
}

LossEntry marginal_queries_entry() {
  return {
      .id = "marginal-queries",
      .title = "Synthetic data for queries",
      .description =
          "sum_j y_j (q_j(z) - <q_j, x>): x is a histogram over all combinations of levels, and y "
          "finds the query that it answers worst. A column's level is its number rounded down, "
          "and clamped to the levels, from 0 to their number less 1: scale-columns to [0, levels] "
          "makes bins of equal width.",
      .form = LossForm::saddle,
      .parameters =
          {{.name = "levels",
            .title = "Levels",
            .type = ParameterType::number_or_vector,
            .minimum = 2,
            .maximum = kMostCells,
            .default_value = 2.0,
            .description = "How many levels every column has: one number, or one for each; where "
                           "data.columns codes all of them and no step follows, as many as codes."},
           {.name = "targetLevels",
            .title = "Levels of the target",
            .type = ParameterType::integer,
            .minimum = 0,
            .maximum = kMostCells,
            .default_value = 0.0,
            .description = "The target is one more column, of so many levels; labels -1 and 1 are "
                           "its levels 0 and 1. 0: it is left out. As levels where data.columns "
                           "codes it."},
           {.name = "order",
            .title = "Order",
            .type = ParameterType::integer,
            .unit = "columns",
            .minimum = 1,
            .maximum = 3,
            .default_value = 2.0,
            .description = "The most columns that one query is about."},
           {.name = "queries",
            .title = "Queries",
            .type = ParameterType::choice,
            .choices = {"marginals", "parities"},
            .default_value = std::string("marginals"),
            .description = "marginals: the share of records in every cell of the tables of some "
                           "columns; parities: the mean of (-1)^(sum of some columns), of two "
                           "levels each."}},
      .make_saddle = [](const ParameterSet& given) -> std::shared_ptr<const SaddleLoss> {
        MarginalQueries::Options options;
        options.levels = given.vector("levels").value_or(
            std::vector<double>{given.number("levels").value_or(2)});
        options.order = static_cast<Index>(*given.number("order"));
        options.kind =
            *given.text("queries") == "parities" ? QueryKind::parities : QueryKind::marginals;
        options.target_levels = static_cast<Index>(*given.number("targetLevels"));
        return std::make_shared<MarginalQueries>(std::move(options));
      }};
}

}  // namespace noisy
