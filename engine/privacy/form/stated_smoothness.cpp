#include "engine/privacy/form/stated_smoothness.h"

#include <cmath>

namespace noisy {

Json stated_row_bound(double smoothness, double curvature_bound) {
  return curvature_bound > 0 ? Json(std::sqrt(smoothness / curvature_bound)) : Json();
}

double read_row_bound(RecordReader& in, double curvature_bound) {
  return curvature_bound > 0 ? in.number("rowBound", NumberRule::not_negative) : 0;
}

void describe_smoothness(const DescribedRelease& release, Json& steps) {
  steps.set("smoothness", release.smoothness);
  steps.set("curvatureBound", release.curvature);
  steps.set("rowBound", stated_row_bound(release.smoothness, release.curvature));
}

StatedSmoothness read_smoothness(RecordReader& steps) {
  StatedSmoothness out{.smoothness = steps.number("smoothness", NumberRule::not_negative),
                       .curvature_bound = steps.number("curvatureBound", NumberRule::not_negative)};
  out.row_bound = read_row_bound(steps, out.curvature_bound);
  return out;
}

void check_smoothness(const StatedSmoothness& of, const std::string& block,
                      const StatedRelease& stated, const std::string& place, Findings& findings) {
  findings.compare(place + ", smoothness", of.smoothness,
                   of.curvature_bound * of.row_bound * of.row_bound);
  // A mean's loss curves by 1 whatever its records are; every other one by their rows.
  const bool is_mean = of.curvature_bound == 1 && of.row_bound == 1;
  const bool covers_rows =
      of.curvature_bound == 0 || of.row_bound >= stated.feature_bound * (1 - kUnderstated);
  findings.expect(is_mean || stated.clip || covers_rows, place,
                  block + ".rowBound is below sensitivity.featureBound");
}

}  // namespace noisy
