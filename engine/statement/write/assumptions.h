#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/experiment/file/experiment.h"
#include "engine/experiment/file/sweep.h"

namespace noisy {

/// What must hold for a privacy statement, one sentence each: the public n, what the loader and
/// preprocessing enforce with their numbers, clipping, where constants come from, the noise. What
/// does not hold says so. Sentences that sweep points share appear once.
///
/// @param has_header  whether the first line of a CSV file was taken as names, where that is known
std::vector<std::string> assumption_texts(const Experiment& experiment,
                                          std::span<const SweepPoint> points,
                                          std::optional<bool> has_header);

/// Whether a sentence says what the source itself enforces for every record.
bool names_source_range(std::string_view assumption);

}  // namespace noisy
