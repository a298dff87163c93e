#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/json/json.h"

namespace noisy {

/// A result with nothing left in it but what a list allows, block by block.
struct Publishable {
  Json result;
  std::vector<std::string> dropped;  ///< what could not stay and why, a sentence each
};

/// Keeps of every block only the members that may be published: of runs that promise nothing, and
/// of runs of versions that did not say what they promise and were not certified, no more than
/// which they are. Running times, records inside a secure experiment and whatever the list does
/// not name go. Statements of such versions go, too: their totals counted what was no guarantee.
Publishable publishable(const Json& result);

/// Why a result may not be published as it stands, a sentence each; empty when it may. Follows from
/// the result alone: the kind of noise, what every run says of itself, the total, and whether
/// anything is in it that publishable() would drop.
std::vector<std::string> reasons_against_release(const Json& result);

/// Whether redaction takes this reason back, because it drops what gave it.
bool is_taken_back(std::string_view reason);

}  // namespace noisy
