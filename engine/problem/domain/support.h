#pragma once

#include <optional>
#include <span>

#include "engine/problem/domain/domain.h"

namespace noisy {

/// max over x in C of <g, x>, the support function:
///
/// | kind      | value                                  |
/// |-----------|----------------------------------------|
/// | l2_ball   | radius ||g||_2                         |
/// | l1_ball   | radius ||g||_inf                       |
/// | linf_ball | radius ||g||_1                         |
/// | box       | sum of max(lower_i g_i, upper_i g_i)   |
/// | simplex   | max_i g_i                              |
/// | product   | the sum over its factors               |
///
/// Nothing for other kinds, which are unbounded or have no such formula here.
std::optional<double> support(const Domain& domain, std::span<const double> g);

}  // namespace noisy
