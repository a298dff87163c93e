#include "engine/privacy/form/region_form.h"

#include <cmath>
#include <limits>
#include <memory>

#include "engine/json/lookup.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/neighbour_move.h"
#include "engine/privacy/release/plain_text.h"
#include "engine/record/reader.h"

namespace noisy {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// The part of a statement that a region is.
constexpr const char* kRegion = "region";

Json number_or_null(double value, bool is_stated) {
  return is_stated ? Json(value) : Json();
}

}  // namespace

ReleaseDetails details_of_region(double radius) {
  return {radius};
}

double RegionForm::radius_of(const Release& release) {
  return release.details[0] > 0 ? release.details[0] : kInfinity;
}

RegionBounds RegionForm::bounds_of(const Release& release, const FiniteSum& data) {
  return data.bounds_within(radius_of(release));
}

RegionBounds RegionForm::bounds_of(const DescribedRelease& release) {
  return release.bounds_within(radius_of(release.release));
}

std::optional<Error> RegionForm::outside(const Release& release, const Vector& point) {
  const double radius = radius_of(release);
  const Domain ball{.kind = Domain::Kind::l2_ball, .radius = radius};
  if (!std::isfinite(radius) || ball.contains(point)) return std::nullopt;
  return Error{ErrorCode::internal, "release",
               "the point of a release lies outside of the radius " + number_text(radius) +
                   " that its sensitivity rests on, or is not finite"};
}

Vector RegionForm::whole_gradient(const Vector& point, const Regularizer& regularizer,
                                  const GradientAt& gradient_at) {
  Vector gradient(point.size());
  gradient_at(point, gradient);
  regularizer.add_gradient(point, gradient);
  return gradient;
}

double RegionForm::mean_sensitivity(const DescribedRelease& release, double sensitivity) const {
  // What is proven of rounding is in units of the whole domain's bounds.
  if (release.is_hardened()) return ReleaseForm::mean_sensitivity(release, sensitivity);
  return gradient_move(bounds_of(release), release.neighbours) /
         static_cast<double>(release.samples);
}

std::string RegionForm::mean_text(const DescribedRelease& release) const {
  return release.is_hardened() ? ReleaseForm::mean_text(release) : "region.value / n";
}

std::string RegionForm::plain_words(const Json& entry) const {
  return noise_words(entry, std::string(noised_text()) + " of ", "it",
                     number_of(entry.member("sensitivity"), "mean")) +
         std::string(plain_length());
}

void RegionForm::describe(const DescribedRelease& release, Json& entry) const {
  const RegionBounds bounds = bounds_of(release);
  const double radius = radius_of(release.release);
  Json region = Json::object({{"radius", number_or_null(radius, std::isfinite(radius))}});
  if (!rests_on_smoothness()) {
    // What is proven of rounding is in units of the whole domain's bounds.
    const RegionBounds meant = release.is_hardened() ? release.bounds_within(kInfinity) : bounds;
    region.set("value", gradient_move(meant, release.neighbours));
    region.set("text",
               "value: how far one record's gradient can move at points within the radius of 0, in "
               "l2; without a radius: in the whole domain. The oracle answers nowhere else");
    entry.set(kRegion, std::move(region));
    return;
  }
  const bool has_rows = std::isfinite(release.curvature) && release.curvature > 0 &&
                        bounds.record_smoothness == release.smoothness;
  region.set("smoothness", bounds.record_smoothness);
  region.set("curvatureBound", number_or_null(release.curvature, has_rows));
  region.set("rowBound",
             number_or_null(std::sqrt(bounds.record_smoothness / release.curvature), has_rows));
  region.set("text",
             "smoothness: the Lipschitz constant L_1 of one record's gradient, in l2, at points "
             "within the radius of 0; without a radius: in the whole domain. It is curvatureBound "
             "rowBound^2 where these are stated, and that of the gallery's function where not. The "
             "oracle answers nowhere else");
  entry.set(kRegion, std::move(region));
}

void RegionForm::read(RecordReader& entry, StatedRelease& stated) const {
  RecordReader in = entry.inside(kRegion);
  auto out = std::make_shared<StatedRegion>();
  out->radius = in.bound("radius");
  if (rests_on_smoothness()) {
    out->smoothness = in.number("smoothness", NumberRule::positive);
    const auto stated_or_none = [&](std::string_view key) {
      return in.required(key).is_null() ? 0 : in.number(key, NumberRule::positive);
    };
    out->curvature_bound = stated_or_none("curvatureBound");
    out->row_bound = stated_or_none("rowBound");
  } else {
    out->sensitivity = in.number("value", NumberRule::positive);
  }
  stated.details = std::move(out);
}

bool RegionForm::has_stated_mechanism(const StatedRelease& stated) const {
  return stated.mechanism == Mechanism::gaussian && stated.unit == CostUnit::rho;
}

void RegionForm::check(const StatedRelease& stated, const std::string& place,
                       Findings& findings) const {
  findings.expect(has_stated_mechanism(stated) && !stated.draws_batches &&
                      stated.rule == SensitivityRule::uniform && stated.norm == RowNorm::l2,
                  place,
                  "what is released of gradients in a region is of all records, with uniform "
                  "sensitivity in l2: a choice by the exponential mechanism, or Gaussian noise "
                  "that is counted in rho");
  const StatedRegion& region = region_of(stated);
  const std::string here = place + "." + kRegion;
  if (rests_on_smoothness()) {
    if (region.curvature_bound == 0 && region.row_bound == 0) return;
    findings.compare(here + ".smoothness", region.smoothness,
                     region.curvature_bound * region.row_bound * region.row_bound);
    const bool covers_rows = region.row_bound >= stated.feature_bound * (1 - kUnderstated);
    // Of gradients w - z, and g(w) + u with such a g, the same of all records, up to a bound's
    // margin.
    const bool is_same_for_all =
        std::abs(region.curvature_bound - 1) < kUnderstated && region.row_bound == 1;
    findings.expect(stated.clip || is_same_for_all || covers_rows, here + ".rowBound",
                    "is below sensitivity.featureBound");
    return;
  }
  const bool is_whole = !std::isfinite(region.radius) || stated.release == ReleaseKind::hardened;
  if (is_whole) {
    findings.compare(here + ".value", region.sensitivity, stated.sensitivity);
  } else {
    findings.expect(region.sensitivity <= stated.sensitivity * (1 + kUnderstated), here + ".value",
                    "is above sensitivity.value, which holds in the whole domain");
  }
}

void RegionForm::check_mean(const StatedRelease& stated, const std::string& place,
                            Findings& findings) const {
  if (!stated.is_plain_sum()) return ReleaseForm::check_mean(stated, place, findings);
  findings.compare(place, stated.mean_sensitivity,
                   region_of(stated).sensitivity / stated.batch_size);
}

}  // namespace noisy
