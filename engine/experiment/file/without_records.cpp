#include <algorithm>

#include "engine/experiment/file/read_blocks.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/sweep.h"

// What is left of an experiment without its records, built up from what its readers take.

namespace noisy {
namespace {

constexpr std::string_view kDataPath = "data";
constexpr std::string_view kSweepKey = "sweep";

template <typename Value, Result<Value> (*read)(const Json&, const std::string&)>
bool is_read(const Json& block) {
  return read(block, "").has_value();
}

bool is_short_text(const Json& value) {
  return value.is_text() && value.text().size() <= FormatLimits::kTitleLength;
}

bool is_number(const Json& value) {
  return value.is_number();
}

/// A member of an experiment, and what takes it where it is known.
struct Part {
  std::string_view key;
  bool (*is_known)(const Json& value);
  bool is_required = false;
};
constexpr Part kParts[] = {{"version", &is_number, true},
                           {"$schema", &is_short_text},
                           {"title", &is_short_text},
                           {"data", &is_read<DataSpec, &read_data>, true},
                           {"problem", &is_read<ProblemSpec, &read_problem>, true},
                           {"privacy", &is_read<PrivacySpec, &read_privacy>, true},
                           {"run", &is_read<RunSpec, &read_run>}};
constexpr std::string_view kAlgorithms = "algorithms";

/// What of an algorithm nobody knows is no record by its type.
Json identity_of(const Json& algorithm) {
  Json out = Json::object();
  for (const char* key : {"id", "label"}) {
    if (is_short_text(algorithm.member(key))) out.set(key, algorithm.member(key));
  }
  return out;
}

/// Builds up what is left of an experiment.
class Keeper {
 public:
  explicit Keeper(const Json& experiment)
      : experiment_(experiment),
        marked_(with_marked_records(experiment)),
        axes_(noisy::shown_axes(experiment)) {}

  RecordFree keep() {
    make_points();
    out_.experiment = Json::object();
    for (const auto& [key, member] : experiment_.members()) keep_member(key);
    out_.is_whole = out_.unknown.empty() && has_required();
    return std::move(out_);
  }

 private:
  /// The experiment without its sweep at so many points that every value of every axis is in one.
  void make_points() {
    Json base = marked_;
    base.erase(kSweepKey);
    std::size_t count = 1;
    for (const SweepAxis& axis : axes_) count = std::max(count, axis.values.size());
    for (std::size_t t = 0; t < count; ++t) {
      Json& point = points_.emplace_back(base);
      for (const SweepAxis& axis : axes_) {
        const bool is_put = !axis.values.empty() &&
                            put_value(point, axis.path, axis.values[t % axis.values.size()]);
        if (!is_put) not_put_.push_back(axis.path);
      }
    }
  }

  bool is_swept(std::string_view root) const {
    return std::ranges::any_of(axes_,
                               [&](const SweepAxis& axis) { return is_under(axis.path, root); });
  }

  /// Whether a reader takes what stands at this place, at every point.
  template <typename Look, typename Reader>
  bool holds_at_points(std::string_view root, const Look& look, const Reader& is_known) const {
    const std::size_t count = is_swept(root) ? points_.size() : 1;
    return std::ranges::all_of(points_.begin(), points_.begin() + static_cast<long>(count),
                               [&](const Json& point) { return is_known(look(point)); });
  }

  void keep_member(const std::string& key) {
    if (key == kSweepKey) return keep_sweep();
    if (key == kAlgorithms) return keep_algorithms();
    const auto* part = std::ranges::find(kParts, std::string_view(key), &Part::key);
    const auto look = [&](const Json& point) { return point.member(key); };
    if (part == std::end(kParts) || !holds_at_points(key, look, part->is_known)) {
      return out_.unknown.push_back(key);
    }
    // What a sweep replaces is read at no point.
    const Json& own = marked_.member(key);
    const Json& kept = part->is_known(own) ? own : points_.front().member(key);
    out_.experiment.set(key, key == kDataPath ? data_without_records(kept) : kept);
  }

  Json data_without_records(Json out) {
    for (const RecordPlace& place : record_places()) {
      if (!is_records_mark(out.member(place.field))) continue;
      const Json* stated = experiment_.member(kDataPath).find(place.field);
      out_.held_records |= stated && !is_records_mark(*stated);
      out.erase(place.field);
    }
    return out;
  }

  void keep_algorithms() {
    std::vector<Json> kept;
    const auto algorithms = marked_.member(kAlgorithms).elements();
    for (std::size_t i = 0; i < algorithms.size(); ++i) {
      const auto look = [&](const Json& point) {
        const auto list = point.member(kAlgorithms).elements();
        return i < list.size() ? list[i] : Json();
      };
      const bool is_known =
          holds_at_points(kAlgorithms, look, &is_read<AlgorithmSpec, &read_algorithm>);
      if (!is_known) out_.unknown.push_back(join_path(kAlgorithms, i));
      const bool is_own = is_read<AlgorithmSpec, &read_algorithm>(algorithms[i]);
      const Json known = is_own ? algorithms[i] : look(points_.front());
      kept.push_back(is_known ? known : identity_of(algorithms[i]));
    }
    if (kept.empty()) return out_.unknown.push_back(std::string(kAlgorithms));
    out_.experiment.set(kAlgorithms, Json::array(std::move(kept)));
  }

  /// Values stay where the block that they are put in is known at every point.
  void keep_sweep() {
    std::vector<Json> kept;
    const Json& sweep = experiment_.member(kSweepKey);
    if (!sweep.is_array()) return out_.unknown.push_back(std::string(kSweepKey));
    out_.sweeps_records = std::ranges::any_of(axes_, [](const SweepAxis& axis) {
      const bool may = axis.path == kDataPath || leads_to_records(axis.path);
      return may && std::ranges::any_of(axis.values, &has_records_mark);
    });
    for (std::size_t i = 0; i < sweep.size(); ++i) {
      const auto axis = read_sweep_axis(sweep.element(i), "");
      const bool is_known = axis && axes_.size() == sweep.size() && is_known_axis(axes_[i]);
      if (!is_known) {
        out_.unknown.push_back(join_path(kSweepKey, i));
        continue;
      }
      kept.push_back(axis_json(axes_[i]));
    }
    out_.experiment.set(kSweepKey, Json::array(std::move(kept)));
  }

  bool is_known_axis(const SweepAxis& axis) const {
    if (std::ranges::find(not_put_, axis.path) != not_put_.end()) return false;
    if (is_under(axis.path, kAlgorithms)) {
      const auto all = [](const Json& point) { return point.member(kAlgorithms); };
      // An array of numbers has no elements that are objects.
      return holds_at_points(kAlgorithms, all, [](const Json& list) {
        return list.elements().size() == list.size() && list.is_array() &&
               std::ranges::all_of(list.elements(), &is_read<AlgorithmSpec, &read_algorithm>);
      });
    }
    return std::ranges::any_of(kParts, [&](const Part& part) {
      const auto look = [&](const Json& point) { return point.member(part.key); };
      return is_under(axis.path, part.key) && holds_at_points(part.key, look, part.is_known);
    });
  }

  bool has_required() const {
    const bool has_parts = std::ranges::all_of(kParts, [&](const Part& part) {
      return !part.is_required || out_.experiment.find(part.key);
    });
    return has_parts && out_.experiment.find(kAlgorithms);
  }

  const Json& experiment_;
  Json marked_;
  std::vector<SweepAxis> axes_;
  std::vector<Json> points_;
  std::vector<std::string> not_put_;  ///< paths that lead nowhere
  RecordFree out_;
};

}  // namespace

RecordFree without_records(const Json& experiment) {
  return Keeper(experiment).keep();
}

}  // namespace noisy
