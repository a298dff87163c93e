#pragma once

#include <string>

#include "engine/json/json.h"
#include "engine/privacy/release/described_release.h"
#include "engine/privacy/release/findings.h"
#include "engine/privacy/release/stated_release.h"
#include "engine/record/reader.h"

namespace noisy {

/// The smoothness that hidden steps rest on, as a statement has it: by enforced bounds,
/// smoothness = curvatureBound rowBound^2.
struct StatedSmoothness {
  double smoothness = 0;
  double curvature_bound = 0;  ///< sup phi''
  double row_bound = 0;        ///< sup ||u||_2
};

/// How long rows may be, by what they curve by; null where the loss curves by 0.
Json stated_row_bound(double smoothness, double curvature_bound);
/// 0 where the loss curves by 0, whatever its rows are.
double read_row_bound(RecordReader& in, double curvature_bound);

void describe_smoothness(const DescribedRelease& release, Json& steps);
StatedSmoothness read_smoothness(RecordReader& steps);

/// Whether it follows from its two bounds, and those from what is stated of the records.
///
/// @param block  its name in the statement
void check_smoothness(const StatedSmoothness& of, const std::string& block,
                      const StatedRelease& stated, const std::string& place, Findings& findings);

}  // namespace noisy
