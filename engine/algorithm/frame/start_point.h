#pragma once

#include "engine/problem/domain/domain.h"
#include "engine/problem/parameter.h"

namespace noisy {

/// x_0 by the parameter `start`: a vector, or one number for every coordinate. Without it, 0 where
/// that lies in the domain, else the domain's centre; of a hull always its centre.
///
/// @error invalid-value at "start" when a vector has not d numbers
Result<Vector> start_point(const ParameterSet& given, const Domain& domain, Index dimension);

/// The catalogue's description of the parameter for methods that work in a domain.
ParameterSpec domain_start_spec();

}  // namespace noisy
