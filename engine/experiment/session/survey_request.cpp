#include "engine/experiment/session/survey_request.h"

#include <array>
#include <cmath>
#include <string>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/fields.h"

namespace noisy {
namespace {

struct ProbeDraft {
  std::optional<double> radius, inner, exponent;
  std::vector<double> centre;
  Index samples = ProbeRequest{}.samples;
  std::uint64_t seed = ProbeRequest{}.seed;
};

struct ExtentDraft {
  std::vector<double> u, v;
};

struct SizeDraft {
  Index u = GridRequest::kUsualSide, v = GridRequest::kUsualSide;
  bool has_v = false;
};

struct SurveyDraft {
  std::vector<double> origin, u, v;
  std::optional<ExtentDraft> extent;
  std::optional<SizeDraft> size;
  std::vector<Vector> points;
  std::optional<ProbeDraft> probe;
  std::optional<double> optimum;
};

ParameterSpec numbers_spec(const char* name, const char* rule) {
  return {.name = name,
          .type = ParameterType::number_or_vector,
          .minimum = -kLargest,
          .maximum = kLargest,
          .default_rule = rule};
}

ParameterSpec positive_spec(const char* name, const char* rule) {
  return {.name = name,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule = rule};
}

const std::vector<Field<ProbeDraft>>& probe_fields() {
  static const std::vector<Field<ProbeDraft>> kFields = {
      {positive_spec("radius", "the domain's"), &store<&ProbeDraft::radius>},
      {positive_spec("inner", "a thousandth of the radius"), &store<&ProbeDraft::inner>},
      {numbers_spec("centre", "the reference optimum, else the domain's centre"),
       &store<&ProbeDraft::centre>},
      {{.name = "samples",
        .type = ParameterType::integer,
        .minimum = 1,
        .maximum = SurveyLimits::kSamples,
        .default_value = static_cast<double>(ProbeRequest{}.samples)},
       &store<&ProbeDraft::samples>},
      {{.name = "seed",
        .type = ParameterType::integer,
        .minimum = 0,
        .maximum = FormatLimits::kSeed,
        .default_value = static_cast<double>(ProbeRequest{}.seed)},
       &store<&ProbeDraft::seed>},
      {{.name = "exponent", .minimum = 1, .maximum = 1e6, .default_rule = "fitted"},
       &store<&ProbeDraft::exponent>}};
  return kFields;
}

Result<void> store_extent(const Json& value, const FieldPlace& at, SurveyDraft& draft) {
  static const std::vector<Field<ExtentDraft>> kFields = {
      {numbers_spec("u", "no grid"), &store<&ExtentDraft::u>},
      {numbers_spec("v", "a line"), &store<&ExtentDraft::v>}};
  return read_fields(value, at.path, kFields, draft.extent.emplace());
}

ParameterSpec side_spec(const char* name) {
  return {.name = name,
          .type = ParameterType::integer,
          .minimum = 2,
          .maximum = SurveyLimits::kSide,
          .default_value = static_cast<double>(GridRequest::kUsualSide)};
}

Result<void> store_rows(const Json& value, const FieldPlace& at, SizeDraft& size) {
  size.has_v = true;
  return store<&SizeDraft::v>(value, at, size);
}

Result<void> store_size(const Json& value, const FieldPlace& at, SurveyDraft& draft) {
  static const std::vector<Field<SizeDraft>> kFields = {{side_spec("u"), &store<&SizeDraft::u>},
                                                        {side_spec("v"), &store_rows}};
  return read_fields(value, at.path, kFields, draft.size.emplace());
}

Result<void> store_probe(const Json& value, const FieldPlace& at, SurveyDraft& draft) {
  return read_fields(value, at.path, probe_fields(), draft.probe.emplace());
}

Vector vector_of(const std::vector<double>& numbers) {
  return Eigen::Map<const Vector>(numbers.data(), std::ssize(numbers));
}

Result<void> store_points(const Json& value, const FieldPlace& at, SurveyDraft& draft) {
  auto points = read_points(value, at.path);
  if (!points) return std::unexpected(std::move(points.error()));
  draft.points = *std::move(points);
  return {};
}

const std::vector<Field<SurveyDraft>>& survey_fields() {
  static const std::vector<Field<SurveyDraft>> kFields = {
      {numbers_spec("origin", "0"), &store<&SurveyDraft::origin>},
      {numbers_spec("u", "no grid"), &store<&SurveyDraft::u>},
      {numbers_spec("v", "a line"), &store<&SurveyDraft::v>},
      {{.name = "extent", .default_rule = "no grid"}, &store_extent},
      {{.name = "size", .default_rule = "101 on each side"}, &store_size},
      {{.name = "points", .default_rule = "none"}, &store_points},
      {{.name = "probe", .default_rule = "none"}, &store_probe},
      {{.name = "optimum",
        .minimum = -kLargest,
        .maximum = kLargest,
        .default_rule = "searched for"},
       &store<&SurveyDraft::optimum>}};
  return kFields;
}

std::unexpected<Error> wrong_length(const std::string& field, std::size_t length, Index wanted) {
  return fail(ErrorCode::invalid_value, field,
              "has " + std::to_string(length) + " numbers; the problem has " +
                  std::to_string(wanted) + " coordinates");
}

/// A vector of d numbers that are not all 0.
Result<Vector> direction(const char* field, const std::vector<double>& numbers, Index dimension) {
  if (std::ssize(numbers) != dimension) return wrong_length(field, numbers.size(), dimension);
  Vector out = vector_of(numbers);
  if (out.squaredNorm() > 0) return out;
  return fail(ErrorCode::invalid_value, field, "is 0 in every coordinate: it leads nowhere");
}

/// d numbers, or one for every coordinate; 0 where there are none.
Result<Vector> place(const std::string& field, const std::vector<double>& numbers,
                     Index dimension) {
  if (numbers.empty()) return Vector(Vector::Zero(dimension));
  if (numbers.size() == 1) return Vector(Vector::Constant(dimension, numbers.front()));
  if (std::ssize(numbers) != dimension) return wrong_length(field, numbers.size(), dimension);
  return vector_of(numbers);
}

/// From a number to a larger one.
Result<std::array<double, 2>> range_of(const char* field, const std::vector<double>& range) {
  if (range.empty()) return fail(ErrorCode::missing_field, field, "[from, to] is required");
  if (range.size() == 2 && range[0] < range[1]) return std::array{range[0], range[1]};
  return fail(ErrorCode::invalid_value, field, "must be [from, to], a number and a larger one");
}

/// What a plane has, and a line has not.
Result<void> read_second(const SurveyDraft& draft, Index dimension, GridRequest& grid) {
  const bool has_range = draft.extent && !draft.extent->v.empty();
  const bool has_rows = draft.size && draft.size->has_v;
  if (draft.v.empty()) {
    if (!has_range && !has_rows) return {};
    return fail(ErrorCode::missing_field, "v", "a second direction is required for a plane");
  }
  auto v = direction("v", draft.v, dimension);
  if (!v) return std::unexpected(std::move(v.error()));
  const auto range = range_of("extent.v", draft.extent ? draft.extent->v : std::vector<double>());
  if (!range) return std::unexpected(range.error());
  grid.v = *std::move(v);
  grid.v_range = *range;
  grid.rows = draft.size.value_or(SizeDraft()).v;
  return {};
}

Result<GridRequest> read_grid(const SurveyDraft& draft, Index dimension) {
  GridRequest grid;
  auto u = direction("u", draft.u, dimension);
  if (!u) return std::unexpected(std::move(u.error()));
  grid.u = *std::move(u);
  auto origin = place("origin", draft.origin, dimension);
  if (!origin) return std::unexpected(std::move(origin.error()));
  grid.origin = *std::move(origin);
  const auto range = range_of("extent.u", draft.extent ? draft.extent->u : std::vector<double>());
  if (!range) return std::unexpected(range.error());
  grid.u_range = *range;
  grid.columns = draft.size.value_or(SizeDraft()).u;
  if (auto read = read_second(draft, dimension, grid); !read) {
    return std::unexpected(std::move(read.error()));
  }
  return grid;
}

Result<ProbeRequest> read_probe(const ProbeDraft& draft, Index dimension) {
  ProbeRequest probe{.radius = draft.radius,
                     .inner = draft.inner,
                     .samples = draft.samples,
                     .seed = draft.seed,
                     .exponent = draft.exponent};
  if (!draft.centre.empty()) {
    auto centre = place("probe.centre", draft.centre, dimension);
    if (!centre) return std::unexpected(std::move(centre.error()));
    probe.centre = *std::move(centre);
  }
  return probe;
}

}  // namespace

Vector GridRequest::at(Index place) const {
  const auto step = [](Index i, Index count) {
    return static_cast<double>(i) / static_cast<double>(count - 1);
  };
  Vector point = origin + std::lerp(u_range[0], u_range[1], step(place % columns, columns)) * u;
  if (v) point += std::lerp(v_range[0], v_range[1], step(place / columns, rows)) * *v;
  return point;
}

Index SurveyRequest::size() const {
  return (grid ? grid->size() : 0) + std::ssize(points) + (probe ? probe->samples : 0);
}

Result<std::vector<Vector>> read_points(const Json& value, const std::string& path) {
  if (!value.is_array() || value.as_numbers()) {
    return fail(ErrorCode::invalid_type, path, "must be a list of points, each a list of numbers");
  }
  double coordinates = 0;
  std::vector<Vector> points;
  for (const Json& point : value.elements()) {
    const std::vector<double>* numbers = point.as_numbers();
    if (!numbers) {
      return fail(ErrorCode::invalid_type, join_path(path, points.size()),
                  "must be a list of numbers");
    }
    coordinates += static_cast<double>(numbers->size());
    points.push_back(vector_of(*numbers));
  }
  if (coordinates <= SurveyLimits::kCoordinates) return points;
  return fail(ErrorCode::limit_exceeded, path,
              "have more than 2,000,000 coordinates together: give fewer points");
}

Result<SurveyRequest> read_survey(std::string_view text, Index dimension) {
  const Result<Json> tree = parse_json(text);
  if (!tree) return std::unexpected(tree.error());
  SurveyDraft draft;
  if (auto read = read_fields(*tree, "", survey_fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  SurveyRequest request;
  request.optimum = draft.optimum;
  const bool asks_grid =
      !draft.u.empty() || !draft.v.empty() || !draft.origin.empty() || draft.extent || draft.size;
  if (!asks_grid && draft.points.empty() && !draft.probe) {
    return fail(ErrorCode::missing_field, "u",
                "ask for a plane or a line (u and extent), for points, or for a probe");
  }
  if (asks_grid) {
    if (draft.u.empty()) {
      return fail(ErrorCode::missing_field, "u", "a direction is required for a plane or a line");
    }
    auto grid = read_grid(draft, dimension);
    if (!grid) return std::unexpected(std::move(grid.error()));
    request.grid = *std::move(grid);
  }
  for (std::size_t i = 0; i < draft.points.size(); ++i) {
    if (draft.points[i].size() == dimension) continue;
    const auto length = static_cast<std::size_t>(draft.points[i].size());
    return wrong_length(join_path("points", i), length, dimension);
  }
  request.points = std::move(draft.points);
  if (draft.probe) {
    auto probe = read_probe(*draft.probe, dimension);
    if (!probe) return std::unexpected(std::move(probe.error()));
    request.probe = *std::move(probe);
  }
  return request;
}

}  // namespace noisy
