#pragma once

#include "engine/json/json.h"
#include "engine/math/error.h"

namespace noisy {

/// An error of an experiment that a fit wrote, at the field of the request that it comes from:
/// "data.columns.2.missing" becomes "columns.age.missing". Other errors stay as they are.
///
/// @param data  the experiment's `data` block
Error at_request_field(Error error, const Json& data);

}  // namespace noisy
