#include "engine/privacy/form/stated_smoothness.h"

#include <cmath>

namespace noisy {

void describe_smoothness(const DescribedRelease& release, Json& steps) {
  steps.set("smoothness", release.smoothness);
  steps.set("curvatureBound", release.curvature);
  steps.set("rowBound", std::sqrt(release.smoothness / release.curvature));
}

StatedSmoothness read_smoothness(RecordReader& steps) {
  return {.smoothness = steps.number("smoothness", NumberRule::not_negative),
          .curvature_bound = steps.number("curvatureBound", NumberRule::positive),
          .row_bound = steps.number("rowBound", NumberRule::not_negative)};
}

void check_smoothness(const StatedSmoothness& of, const std::string& block,
                      const StatedRelease& stated, const std::string& place, Findings& findings) {
  findings.compare(place + ", smoothness", of.smoothness,
                   of.curvature_bound * of.row_bound * of.row_bound);
  // A mean's loss curves by 1 whatever its records are; every other one by their rows.
  const bool is_mean = of.curvature_bound == 1 && of.row_bound == 1;
  const bool covers_rows = of.row_bound >= stated.feature_bound * (1 - kUnderstated);
  findings.expect(is_mean || stated.clip || covers_rows, place,
                  block + ".rowBound is below sensitivity.featureBound");
}

}  // namespace noisy
