#include "engine/experiment/file/sweep.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/record_places.h"

namespace noisy {
namespace {

constexpr std::size_t kPathLength = 200;

struct AxisDraft {
  std::string path;
  Json values;
};

Result<void> keep_values(const Json& value, const FieldPlace& at, AxisDraft& axis) {
  if (!value.is_array()) return fail(ErrorCode::invalid_type, at.path, "must be an array");
  if (value.size() == 0) {
    return fail(ErrorCode::invalid_value, at.path, "needs at least one value");
  }
  if (value.size() > FormatLimits::kSweepValues) {
    return fail(ErrorCode::limit_exceeded, at.path,
                "has more than " + std::to_string(FormatLimits::kSweepValues) + " values");
  }
  axis.values = value;
  return {};
}

const std::vector<Field<AxisDraft>>& axis_fields() {
  static const std::vector<Field<AxisDraft>> kFields = {
      {{.name = "path",
        .title = "which field is swept",
        .type = ParameterType::choice,
        .maximum = kPathLength},
       &store<&AxisDraft::path>},
      {{.name = "values", .title = "the field's values"}, &keep_values}};
  return kFields;
}

std::vector<std::string_view> split(std::string_view path) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t dot = path.find('.');
    parts.push_back(path.substr(0, dot));
    if (dot == std::string_view::npos) return parts;
    path.remove_prefix(dot + 1);
  }
}

bool put(Json& place, std::span<const std::string_view> path, const Json& value);

bool put_in_array(Json& array, std::span<const std::string_view> path, const Json& value) {
  std::size_t first = 0;
  std::size_t last = array.size();
  if (path.front() != "*") {
    const char* end = path.front().data() + path.front().size();
    const auto [rest, error] = std::from_chars(path.front().data(), end, first);
    if (error != std::errc() || rest != end || first >= array.size()) return false;
    last = first + 1;
  }
  for (std::size_t i = first; i < last; ++i) {
    Json element = array.element(i);
    if (!put(element, path.subspan(1), value)) return false;
    array.set_element(i, std::move(element));
  }
  return first < last;
}

/// put_value() by the parts of the path.
bool put(Json& place, std::span<const std::string_view> path, const Json& value) {
  if (path.empty()) {
    place = value;
    return true;
  }
  if (place.is_array()) return put_in_array(place, path, value);
  if (!place.is_object() && !place.is_null()) return false;
  if (path.front().empty()) return false;
  if (!place.find(path.front())) place.set(path.front(), Json());
  return put(*place.find(path.front()), path.subspan(1), value);
}

Index grid_size(const std::vector<SweepAxis>& axes) {
  Index size = 1;
  for (const SweepAxis& axis : axes) {
    size *= static_cast<Index>(axis.values.size());
    if (size > FormatLimits::kSweepPoints) break;
  }
  return size;
}

/// Objects with their keys in order, so that equal values have equal texts.
Json sorted(const Json& value) {
  if (value.is_array() && !value.as_numbers()) {
    std::vector<Json> elements;
    for (const Json& element : value.elements()) elements.push_back(sorted(element));
    return Json::array(std::move(elements));
  }
  if (!value.is_object()) return value;
  std::vector<Json::Member> members(value.members().begin(), value.members().end());
  std::ranges::sort(members, {}, &Json::Member::first);
  Json out = Json::object();
  for (const auto& [key, member] : members) out.set(key, sorted(member));
  return out;
}

/// Which value of each axis a point has; `number` counts points, the last axis fastest.
std::vector<std::size_t> places_at(const std::vector<SweepAxis>& axes, Index number) {
  std::vector<std::size_t> places(axes.size());
  for (std::size_t i = axes.size(); i-- > 0;) {
    const Index count = static_cast<Index>(axes[i].values.size());
    places[i] = static_cast<std::size_t>(number % count);
    number /= count;
  }
  return places;
}

/// The values of one point, one for each axis.
std::vector<Json> values_at(const std::vector<SweepAxis>& axes, Index number) {
  const std::vector<std::size_t> places = places_at(axes, number);
  std::vector<Json> values;
  for (std::size_t i = 0; i < axes.size(); ++i) values.push_back(axes[i].values[places[i]]);
  return values;
}

/// What an error may say of a point of the sweep. A path that leads elsewhere than its author meant
/// may hold anything, records too: only the number or word that a known field refuses is shown, and
/// marks. Of everything else the place among its axis' values is.
Json told_point(const Experiment& experiment, const std::vector<SweepAxis>& shown, Index number,
                const Error& error) {
  const std::vector<std::size_t> places = places_at(shown, number);
  const bool is_known =
      error.code != ErrorCode::unknown_field && error.code != ErrorCode::invalid_type;
  Json out = Json::object();
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const auto& [path, values] = shown[i];
    const Json& value = values[places[i]];
    const bool may_be_record = is_under(path, "data") && may_hold_records(experiment.source);
    const bool is_refused = is_known && error.field == path && !may_be_record;
    const bool is_told =
        is_records_mark(value) || (is_refused && (value.is_number() || value.is_text()));
    out.set(path, is_told ? value
                          : Json("value " + std::to_string(places[i] + 1) + " of " +
                                 std::to_string(values.size())));
  }
  return out;
}

/// @param base  the experiment's tree without its sweep, and without data that are kept
Result<SweepPoint> point_at(const Experiment& experiment, const std::vector<SweepAxis>& shown,
                            const Json& base, Index number, bool keeps_data) {
  SweepPoint point;
  point.values = Json::object();
  point.number = number;
  Json tree = base;
  const std::vector<Json> values = values_at(experiment.sweep, number);
  std::vector<Json> told = values_at(shown, number);
  std::vector<Json> canonical;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string& path = experiment.sweep[i].path;
    if (!put_value(tree, path, values[i])) {
      return fail(ErrorCode::invalid_value, join_path(join_path("sweep", i), "path"),
                  quoted(path) + " leads to no field of this experiment");
    }
    point.values.set(path, std::move(told[i]));
    canonical.push_back(sorted(values[i]));
  }
  if (!values.empty()) point.text = write_json(Json::array(std::move(canonical)));
  auto changed = read_experiment_tree(std::move(tree), keeps_data ? experiment.data : nullptr);
  if (!changed) {
    Error error = std::move(changed.error());
    error.message +=
        " (at the sweep point " + write_json(told_point(experiment, shown, number, error)) + ")";
    return std::unexpected(std::move(error));
  }
  if (changed->algorithms.size() != experiment.algorithms.size()) {
    return fail(ErrorCode::invalid_value, "sweep", "a sweep cannot add or remove algorithms");
  }
  point.data = std::move(changed->data);
  point.problem = std::move(changed->problem);
  point.privacy = std::move(changed->privacy);
  point.algorithms = std::move(changed->algorithms);
  point.private_score = experiment.run.private_score;
  return point;
}

}  // namespace

bool is_under(std::string_view path, std::string_view root) {
  return path == root || (path.starts_with(root) && path.substr(root.size()).starts_with('.'));
}

bool put_value(Json& tree, std::string_view path, const Json& value) {
  constexpr std::size_t kPlaceLength = 2;  // of "data.FIELD"
  std::vector<std::string_view> parts = split(path);
  if (is_records_mark(value) && leads_to_records(path)) parts.resize(kPlaceLength);
  return put(tree, parts, value);
}

RunList::RunList(Index algorithms, Index points, Index repeats)
    : points_(points), repeats_(repeats), plans_(static_cast<std::size_t>(algorithms * points)) {
  std::iota(plans_.begin(), plans_.end(), Index{0});
}

void RunList::refuse(Index algorithm, Index point) {
  const Index plan = algorithm * points_ + point;
  const auto found = std::ranges::lower_bound(plans_, plan);
  if (found != plans_.end() && *found == plan) plans_.erase(found);
}

Result<SweepAxis> read_sweep_axis(const Json& block, const std::string& path) {
  AxisDraft draft;
  if (auto read = read_fields(block, path, axis_fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  static const std::vector<std::string> kRoots = {"data", "problem", "privacy", "algorithms"};
  const bool known = std::ranges::any_of(
      kRoots, [&](std::string_view root) { return is_under(draft.path, root); });
  if (!known) {
    const std::string hint = did_you_mean(split(draft.path).front(), kRoots);
    return fail(ErrorCode::invalid_value, join_path(path, "path"),
                "is " + quoted(draft.path) +
                    " but a sweep goes over fields of data, problem, privacy or algorithms" +
                    (hint.empty() ? "" : "." + hint));
  }
  SweepAxis axis{.path = std::move(draft.path), .values = {}};
  for (std::size_t i = 0; i < draft.values.size(); ++i) {
    axis.values.push_back(draft.values.element(i));
  }
  return axis;
}

Json experiment_at(const Experiment& experiment, const SweepPoint& point) {
  Json tree = experiment.source;
  tree.erase("sweep");
  const std::vector<Json> values = values_at(experiment.sweep, point.number);
  for (std::size_t i = 0; i < values.size(); ++i) {
    put_value(tree, experiment.sweep[i].path, values[i]);
  }
  return tree;
}

Result<std::vector<SweepPoint>> expand_sweep(const Experiment& experiment) {
  if (experiment.sweep.empty()) {
    return std::vector<SweepPoint>{{.values = Json::object(),
                                    .text = "",
                                    .data = experiment.data,
                                    .problem = experiment.problem,
                                    .privacy = experiment.privacy,
                                    .algorithms = experiment.algorithms,
                                    .private_score = experiment.run.private_score}};
  }
  const Index size = grid_size(experiment.sweep);
  if (size > FormatLimits::kSweepPoints) {
    return fail(ErrorCode::limit_exceeded, "sweep",
                "the grid has more than " + std::to_string(FormatLimits::kSweepPoints) + " points");
  }
  const bool keeps_data = std::ranges::none_of(
      experiment.sweep, [](const SweepAxis& axis) { return is_under(axis.path, "data"); });
  if (!keeps_data && std::holds_alternative<FileSource>(experiment.data->source)) {
    return fail(ErrorCode::unsupported_option, "sweep", "the data block of a file cannot be swept");
  }
  Json base = experiment.source;
  base.erase("sweep");
  if (keeps_data) base.set("data", Json::object());
  const std::vector<SweepAxis> shown = shown_axes(experiment.source);
  std::vector<SweepPoint> points;
  for (Index number = 0; number < size; ++number) {
    Result<SweepPoint> point = point_at(experiment, shown, base, number, keeps_data);
    if (!point) return std::unexpected(std::move(point.error()));
    if (point->privacy.neighbours != experiment.privacy.neighbours) {
      return fail(ErrorCode::unsupported_option, "sweep",
                  "privacy.neighbours cannot be swept: a result has one total, and costs for other "
                  "neighbours do not add up to it. Run one experiment for each");
    }
    points.push_back(std::move(*point));
  }
  return points;
}

}  // namespace noisy
