#include "engine/experiment/result/slopes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>
#include <string>

#include "engine/diagnostic/diagnostic.h"
#include "engine/diagnostic/named_column.h"
#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/record_places.h"
#include "engine/experiment/file/sweep.h"
#include "engine/experiment/plan/replan.h"
#include "engine/math/elementary.h"
#include "engine/math/reduce.h"
#include "engine/statement/write/promise.h"

namespace noisy {
namespace {

/// A normal number is within so many deviations with probability 95%.
constexpr double kNormal95 = 1.959963984540054;

bool is_positive(double value) {
  return std::isfinite(value) && value > 0;
}

/// The summary's entries of one algorithm that differ in what is swept alone.
struct Series {
  Json identity;  ///< algorithm, label and the other swept values
  std::vector<const Json*> entries;
};

std::vector<Series> series_of(const Json& result, const std::string& path) {
  std::vector<Series> all;
  for (const Json& entry : result.member(kNonPrivateKey).member("summary").elements()) {
    if (!entry.member("sweep").find(path)) continue;
    Json identity =
        Json::object({{"algorithm", entry.member("algorithm")}, {"label", entry.member("label")}});
    for (const auto& [name, value] : entry.member("sweep").members()) {
      if (name != path) identity.set("sweep." + name, value);
    }
    const auto found = std::ranges::find(all, identity, &Series::identity);
    if (found != all.end()) {
      found->entries.push_back(&entry);
    } else {
      all.push_back({.identity = std::move(identity), .entries = {&entry}});
    }
  }
  return all;
}

double number_or_nan(const Json& value) {
  return value.is_number() ? value.number() : std::numeric_limits<double>::quiet_NaN();
}

/// What the plans of a series say.
struct Promise {
  std::vector<MeasuredEnd> bound;
  std::optional<RateLaw> law;  ///< where all plans have the same
  bool is_first = true;
};

/// The sweep's points, planned again; none where that needs the data.
class Replanned {
 public:
  explicit Replanned(const Experiment& experiment) {
    auto points = expand_sweep(experiment);
    if (!points) return;
    points_ = *std::move(points);
    for (const SweepPoint& point : points_) {
      auto planned = replan(point, experiment.run.release,
                            [](const SweepPoint&) { return std::optional<StatedShape>(); });
      if (planned) planned_.push_back(*std::move(planned));
    }
    if (planned_.size() < points_.size()) planned_.clear();
  }

  /// Of the algorithm with this label at the points of these entries.
  Promise promise(const Series& series, const std::string& path) const {
    Promise out;
    for (const Json* entry : series.entries) {
      const PlannedAlgorithm* planned = find(*entry);
      if (!planned) continue;
      const Curve& bound = planned->plan->summary().bound;
      if (!bound.value.empty()) {
        out.bound.push_back({.at = number_or_nan(entry->member("sweep").member(path)),
                             .mean = bound.value.back(),
                             .standard_error = std::numeric_limits<double>::quiet_NaN()});
      }
      auto law = planned->plan->rate_law(planned->input);
      const bool is_same = out.law && law && out.law->theorem == law->theorem;
      out.law = out.is_first || is_same ? std::move(law) : std::nullopt;
      out.is_first = false;
    }
    return out;
  }

 private:
  const PlannedAlgorithm* find(const Json& entry) const {
    for (std::size_t p = 0; p < planned_.size(); ++p) {
      if (points_[p].values != entry.member("sweep")) continue;
      for (const auto& planned : planned_[p].algorithms) {
        if (!planned || Json(planned->label) != entry.member("label")) continue;
        if (Json(planned->entry->id) == entry.member("algorithm")) return &*planned;
      }
    }
    return nullptr;
  }

  std::vector<SweepPoint> points_;
  std::vector<ReplannedPoint> planned_;
};

std::vector<MeasuredEnd> ends_of(const Series& series, const std::string& path,
                                 const std::string& measure) {
  std::vector<MeasuredEnd> ends;
  for (const Json* entry : series.entries) {
    const Json& statistics = entry->member("final").member(measure);
    ends.push_back({.at = number_or_nan(entry->member("sweep").member(path)),
                    .mean = number_or_nan(statistics.member("mean")),
                    .standard_error = number_or_nan(statistics.member("standardError"))});
  }
  return ends;
}

/// The power of what is swept in the theorem, where it is one of those that theorems speak of. They
/// bound errors on the law of the records: population-gap, population-excess, ...
std::optional<double> power_of(const RateLaw& law, const std::string& path,
                               const std::string& measure) {
  if (!measure.starts_with("population")) return std::nullopt;
  if (path == "data.samples") return law.samples;
  if (path == "privacy.epsilon") return law.epsilon;
  return std::nullopt;
}

bool is_bounded(const std::string& measure) {
  return std::ranges::any_of(diagnostics(), [&](const DiagnosticEntry& diagnostic) {
    return diagnostic.is_bounded && column_name(diagnostic.id) == measure;
  });
}

Json or_null(const std::optional<double>& number) {
  return number && std::isfinite(*number) ? Json(*number) : Json();
}

Json slope_row(const Series& series, const std::string& path, const std::string& measure,
               const SlopeFit& fit, const Promise& promise) {
  const std::string prefix = std::string(kNonPrivateKey) + ".";
  Json row = series.identity;
  row.set("along", path);
  row.set("measure", measure);
  row.set("settings", fit.points);
  row.set(prefix + "slope", fit.slope);
  // Repeats that are all alike, such as those of a number of the records alone, leave no interval.
  const double half = fit.standard_error > 0 ? kNormal95 * fit.standard_error
                                             : std::numeric_limits<double>::quiet_NaN();
  row.set(prefix + "lower", or_null(fit.slope - half));
  row.set(prefix + "upper", or_null(fit.slope + half));
  const auto bound = is_bounded(measure) ? fit_slope(promise.bound) : std::nullopt;
  row.set("boundSlope", bound ? Json(bound->slope) : Json());
  const auto power = promise.law ? power_of(*promise.law, path, measure) : std::nullopt;
  row.set("theory", or_null(power));
  row.set("theorem", power ? Json(promise.law->theorem) : Json());
  return row;
}

}  // namespace

std::optional<SlopeFit> fit_slope(const std::vector<MeasuredEnd>& ends) {
  struct Point {
    double x, y, error;
  };
  std::vector<Point> points;
  std::set<double> places;
  for (const MeasuredEnd& end : ends) {
    if (!is_positive(end.at) || !is_positive(end.mean)) continue;
    points.push_back({math::log(end.at), math::log(end.mean), end.standard_error / end.mean});
    places.insert(end.at);
  }
  if (places.size() < 3) return std::nullopt;
  const auto mean = [&](const auto& of) {
    return math::sum_of(points.size(), [&](std::size_t i) { return of(points[i]); }) /
           static_cast<double>(points.size());
  };
  const double x = mean([](const Point& p) { return p.x; });
  const double y = mean([](const Point& p) { return p.y; });
  const double spread = mean([&](const Point& p) { return (p.x - x) * (p.x - x); });
  const double together = mean([&](const Point& p) { return (p.x - x) * (p.y - y); });
  const double variance =
      mean([&](const Point& p) { return (p.x - x) * p.error * ((p.x - x) * p.error); }) /
      static_cast<double>(points.size());
  return SlopeFit{.slope = together / spread,
                  .standard_error = std::sqrt(variance) / spread,
                  .points = std::ssize(points)};
}

Result<std::string> slopes_axis(const Experiment& experiment) {
  for (const SweepAxis& axis : shown_axes(experiment.source)) {
    const bool is_scale = std::ranges::all_of(axis.values, [](const Json& value) {
      return value.is_number() && is_positive(value.number());
    });
    if (is_scale) return axis.path;
  }
  return fail(ErrorCode::missing_field, "experiment.sweep",
              "slopes need a sweep over positive numbers, such as privacy.epsilon or data.samples: "
              "add one to the experiment, or choose the table summary");
}

std::vector<Json> slope_rows(const Json& result) {
  const auto experiment = read_experiment_tree(result.member("experiment"));
  if (!experiment) return {};
  const auto path = slopes_axis(*experiment);
  if (!path) return {};
  const Replanned replanned(*experiment);
  std::vector<Json> rows;
  for (const Series& series : series_of(result, *path)) {
    const Promise promise = replanned.promise(series, *path);
    for (const auto& [measure, statistics] : series.entries.front()->member("final").members()) {
      const auto fit = fit_slope(ends_of(series, *path, measure));
      if (fit) rows.push_back(slope_row(series, *path, measure, *fit, promise));
    }
  }
  return rows;
}

}  // namespace noisy
