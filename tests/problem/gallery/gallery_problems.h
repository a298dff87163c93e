#pragma once

#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "engine/data/grouped_generator.h"
#include "engine/data/source_bounds.h"
#include "engine/problem/loss/loss_entry.h"
#include "engine/problem/risk/record_risk.h"
#include "tests/algorithm/settings.h"

namespace noisy::testing {

/// A problem of the gallery with parameters, records and a ball.
struct GalleryCase {
  std::string id;
  ParameterSet parameters;
  SyntheticParameters records;
  double radius = 1;
  std::string name;
  /// The least share of the bounds on slope and curvature that points come near to.
  double attained = 0.6;
};

inline GalleryCase gallery_case(std::string id, std::vector<std::pair<std::string, double>> given,
                                SyntheticParameters records, double radius) {
  GalleryCase made{
      .id = id, .parameters = {}, .records = std::move(records), .radius = radius, .name = id};
  for (auto& [name, value] : given) {
    made.parameters.set(name, value);
    made.name += " " + name + " " + std::to_string(value);
  }
  return made;
}

inline SyntheticParameters tilts(Index features, double bound = 1) {
  return {.name = "balanced-tilts", .samples = 7, .features = features, .bound = bound};
}

inline SyntheticParameters values(Index features, double mean, double spread) {
  return {.name = "balanced-values",
          .samples = 7,
          .features = features,
          .mean = mean,
          .spread = spread};
}

inline SyntheticParameters axes(Index features, double bound, double target) {
  return {.name = "one-hot",
          .samples = 3 * features,
          .features = features,
          .bound = bound,
          .mean = target};
}

/// Regressions on one-hot rows. Slope and curvature of waves are bounded by parts that are not
/// largest at one point.
inline void add_regressions(std::vector<GalleryCase>& cases) {
  for (const double power : {1.5, 2.0, 4.0}) {
    cases.push_back(gallery_case("power-regression", {{"power", power}}, axes(3, 2, 1), 1.5));
  }
  for (const double power : {4.0 / 3, 2.0, 4.0}) {
    GalleryCase wavy = gallery_case("wavy-regression", {{"power", power}, {"waviness", 0.5}},
                                    axes(power < 2 ? 1 : 2, 0.5, 1), 17);
    wavy.attained = 0.25;
    cases.push_back(wavy);
  }
  cases.push_back(gallery_case("phase-retrieval", {{"innerRadius", 0.3}}, axes(1, 2, 0.5), 1.5));
}

/// Every problem, most of them with several parameters.
inline std::vector<GalleryCase> gallery_cases() {
  std::vector<GalleryCase> cases;
  for (const double power : {1.5, 2.0, 3.0, 4.0, 6.0}) {
    cases.push_back(gallery_case("tilted-power", {{"power", power}}, tilts(4), 2.7));
  }
  cases.push_back(gallery_case("sphere-fit", {{"innerRadius", 0.4}}, values(3, 1, 0.5), 1.7));
  cases.push_back(gallery_case("sphere-fit", {{"innerRadius", 0.4}}, values(1, 2, 3), 0.9));
  cases.push_back(gallery_case("hyperbola", {{"innerRadius", 0.3}}, values(2, 0.7, 0.5), 1.5));
  cases.push_back(gallery_case("hyperbola", {{"innerRadius", 0.3}}, values(2, -0.7, 0.1), 1.5));
  cases.push_back(gallery_case("wiggly-quadratic", {}, tilts(1, 0.5), 12));
  cases.push_back(gallery_case("wiggly-quadratic", {}, tilts(1, 0.5), 1.2));
  for (const double radius : {0.15, 0.45, 0.6, 2.0}) {
    cases.push_back(gallery_case("flat-exponential", {}, tilts(3), radius));
  }
  for (const double power : {4.0 / 3, 1.5, 2.0}) {
    cases.push_back(gallery_case("asymmetric-power",
                                 {{"power", power}, {"right", 1}, {"left", 0.3}}, tilts(1), 1));
  }
  cases.push_back(gallery_case("sharp", {{"steepness", 2}, {"exponent", 3}}, tilts(3), 2));
  cases.push_back(gallery_case("hard-quadratic", {{"distance", 1}, {"quadratic", 0.3}},
                               {.name = "hard-signs", .samples = 20, .features = 3}, 4));
  cases.push_back(gallery_case("hard-growth", {{"exponent", 3}, {"bias", 0.2}},
                               {.name = "biased-signs", .samples = 10, .features = 1, .bias = 0.2},
                               0.45));
  cases.push_back(gallery_case("hard-growth", {{"exponent", 2}, {"bias", 0.4}},
                               {.name = "biased-signs", .samples = 10, .features = 1, .bias = -0.4},
                               0.5));
  cases.push_back(gallery_case("bounded-squares", {}, tilts(4), 2));
  add_regressions(cases);
  return cases;
}

/// What a case is made of, ready to be asked.
struct GalleryRisk {
  explicit GalleryRisk(const GalleryCase& problem, std::optional<GradientClip> clip = {})
      : loss(find_loss(problem.id)->record(problem.parameters)),
        records(*make_grouped_synthetic(problem.records)),
        bounds(grouped_synthetic_bounds(problem.records)),
        domain({.kind = Domain::Kind::l2_ball, .radius = problem.radius}),
        risk(loss, {.rows = &records.rows, .counts = records.counts}, bounds, domain, clip),
        region{.radius = problem.radius, .dimension = risk.dimension(), .records = bounds} {}

  double value(const Vector& w) const { return ask(w, nullptr); }
  Vector gradient(const Vector& w) const {
    Vector out(w.size());
    ask(w, &out);
    return out;
  }
  /// Of the record of this number.
  Vector gradient_of(Index record, const Vector& w) const {
    Vector out(w.size());
    BatchScratch scratch;
    risk.answer_batch({&record, 1}, {.point = &w, .gradient = &out}, scratch);
    return out;
  }

  std::shared_ptr<const RecordLoss> loss;
  GroupedRecords records;
  FeatureBounds bounds;
  Domain domain;
  RecordRisk risk;
  Region region;

 private:
  double ask(const Vector& w, Vector* gradient) const {
    double value = 0;
    const PointQuery query{.point = &w, .gradient = gradient, .value = &value};
    ThreadPool pool(1);
    const auto pass = risk.begin_pass({&query, 1});
    while (!pass->advance(pool, Deadline::never())) {
    }
    return value;
  }
};

/// A random point of the ball: a direction, and a length that is often small.
inline Vector random_point(Numbers01& random, Index dimension, double radius) {
  Vector point(dimension);
  for (double& value : point) value = random(-1, 1);
  const double length = radius * std::pow(random(0, 1), 2);
  return length / point.norm() * point;
}

}  // namespace noisy::testing
