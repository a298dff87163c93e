#include "engine/experiment/file/record_places.h"

#include <algorithm>
#include <charconv>

#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/sweep.h"

namespace noisy {
namespace {

constexpr std::string_view kDataPath = "data";
constexpr std::string_view kKindPath = "data.kind";
constexpr std::string_view kSweepKey = "sweep";

bool is_record_kind(const Json& kind) {
  return std::ranges::any_of(record_places(),
                             [&](const RecordPlace& place) { return kind == Json(place.kind); });
}

/// Whether a block of this kind may hold records: one of an unknown kind may, too.
bool kind_may_hold(const Json& kind) {
  const auto kinds = data_kinds();
  const bool is_known = kind.is_text() && std::ranges::find(kinds, kind.text()) != kinds.end();
  return !is_known || is_record_kind(kind);
}

/// An axis as it stands in a file, believed in nothing.
struct RawAxis {
  std::string path;
  std::vector<Json> values;
};

std::vector<RawAxis> axes_of(const Json& experiment) {
  std::vector<RawAxis> axes;
  for (const Json& axis : experiment.member(kSweepKey).elements()) {
    const Json& path = axis.member("path");
    const Json& values = axis.member("values");
    if (!path.is_text() || !values.is_array()) continue;
    RawAxis& out = axes.emplace_back(RawAxis{.path = path.text(), .values = {}});
    for (std::size_t i = 0; i < values.size(); ++i) out.values.push_back(values.element(i));
  }
  return axes;
}

/// Whether a sweep over the kind of block gives a block that may hold records.
bool sweeps_kind(const std::vector<RawAxis>& axes) {
  return std::ranges::any_of(axes, [](const RawAxis& axis) {
    return axis.path == kKindPath && std::ranges::any_of(axis.values, &kind_may_hold);
  });
}

/// Puts marks in an experiment, or in what stands in its sweep.
class Marker {
 public:
  explicit Marker(const Json& experiment)
      : axes_(axes_of(experiment)), sweeps_kind_(sweeps_kind(axes_)) {
    may_hold_ = may_hold(experiment.member(kDataPath)) ||
                std::ranges::any_of(axes_, [this](const RawAxis& axis) {
                  return axis.path == kDataPath &&
                         std::ranges::any_of(axis.values,
                                             [this](const Json& value) { return may_hold(value); });
                });
  }

  const std::vector<RawAxis>& axes() const { return axes_; }
  bool may_hold() const { return may_hold_; }

  /// Whether the values at this path may hold records.
  bool concerns(std::string_view path) const {
    return may_hold_ && (path == kDataPath || leads_to_records(path));
  }

  /// A `data` block whose records, where it has some, are this mark.
  Json marked_block(const Json& block, const std::string& mark) const {
    if (!may_hold(block)) return block;
    if (!block.is_object()) return block.is_null() ? block : Json(mark);
    Json out = block;
    for (const RecordPlace& place : record_places()) {
      if (out.find(place.field)) out.set(place.field, mark);
    }
    return out;
  }

  Json shown(std::string_view path, const Json& value, const std::string& mark) const {
    if (!concerns(path)) return value;
    return path == kDataPath ? marked_block(value, mark) : Json(mark);
  }

  std::vector<SweepAxis> shown_axes() const {
    std::vector<SweepAxis> out;
    for (const RawAxis& axis : axes_) {
      SweepAxis& one = out.emplace_back(SweepAxis{.path = axis.path, .values = {}});
      for (std::size_t k = 0; k < axis.values.size(); ++k) {
        const std::string mark = std::string(kRecordsMark) + " " + std::to_string(k + 1) + " of " +
                                 std::to_string(axis.values.size());
        one.values.push_back(shown(axis.path, axis.values[k], mark));
      }
    }
    return out;
  }

 private:
  bool may_hold(const Json& block) const {
    return sweeps_kind_ || kind_may_hold(block.member("kind"));
  }

  std::vector<RawAxis> axes_;
  bool sweeps_kind_;
  bool may_hold_ = false;
};

}  // namespace

bool is_records_mark(const Json& value) {
  if (!value.is_text() || !value.text().starts_with(kRecordsMark)) return false;
  std::string_view rest = std::string_view(value.text()).substr(kRecordsMark.size());
  if (rest.empty()) return true;
  for (const std::string_view before : {" ", " of "}) {
    if (!rest.starts_with(before)) return false;
    rest.remove_prefix(before.size());
    std::size_t number = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), number);
    if (error != std::errc() || number < 1 || number > FormatLimits::kSweepValues) return false;
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
  }
  return rest.empty();
}

bool has_records_mark(const Json& value) {
  return is_records_mark(value) ||
         std::ranges::any_of(value.members(),
                             [](const Json::Member& one) { return is_records_mark(one.second); });
}

Json axis_json(const SweepAxis& axis) {
  return Json::object({{"path", axis.path}, {"values", Json::array(axis.values)}});
}

bool leads_to_records(std::string_view path) {
  return std::ranges::any_of(record_places(), [&](const RecordPlace& place) {
    return is_under(path, join_path(kDataPath, place.field));
  });
}

bool may_hold_records(const Json& experiment) {
  return Marker(experiment).may_hold();
}

bool may_sweep_records(const Json& experiment) {
  const Marker marker(experiment);
  return std::ranges::any_of(marker.axes(),
                             [&](const RawAxis& axis) { return marker.concerns(axis.path); });
}

std::vector<SweepAxis> shown_axes(const Json& experiment) {
  return Marker(experiment).shown_axes();
}

Json shown_values(const Json& values, const Json& experiment) {
  const Marker marker(experiment);
  const std::vector<SweepAxis> axes = marker.shown_axes();
  Json out = values;
  for (const auto& [path, value] : values.members()) {
    if (!marker.concerns(path)) continue;
    Json shown = marker.shown(path, value, std::string(kRecordsMark));
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (axes[i].path != path) continue;
      const auto& own = marker.axes()[i].values;
      const auto is_it = std::ranges::find(own, value) - own.begin();
      const bool is_shown = std::ranges::find(axes[i].values, value) != axes[i].values.end();
      if (is_shown) {
        shown = value;
      } else if (is_it < std::ssize(own)) {
        shown = axes[i].values[static_cast<std::size_t>(is_it)];
      }
    }
    out.set(path, std::move(shown));
  }
  return out;
}

Json with_marked_records(const Json& experiment) {
  const Marker marker(experiment);
  if (!marker.may_hold()) return experiment;
  const std::string mark(kRecordsMark);
  Json out = experiment;
  if (Json* data = out.find(kDataPath)) {
    *data = marker.marked_block(*data, mark);
    for (const RecordPlace& place : record_places()) {
      const bool is_its_kind = data->is_object() && data->member("kind") == Json(place.kind);
      if (is_its_kind && !data->find(place.field)) data->set(place.field, mark);
    }
  }
  std::vector<Json> axes;
  for (const SweepAxis& axis : marker.shown_axes()) axes.push_back(axis_json(axis));
  if (!axes.empty()) out.set(kSweepKey, Json::array(std::move(axes)));
  return out;
}

bool lacks_records(const Json& experiment) {
  const Json& data = experiment.member(kDataPath);
  const auto is_lacking = [&](const RecordPlace& place) {
    const Json& stated = data.member(place.field);
    return data.member("kind") == Json(place.kind) && (stated.is_null() || is_records_mark(stated));
  };
  const Marker marker(experiment);
  return std::ranges::any_of(record_places(), is_lacking) ||
         std::ranges::any_of(marker.axes(), [&](const RawAxis& axis) {
           return marker.concerns(axis.path) && std::ranges::any_of(axis.values, &has_records_mark);
         });
}

}  // namespace noisy
