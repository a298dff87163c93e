#include "engine/privacy/release/findings.h"

#include <cmath>

#include "engine/json/json.h"

namespace noisy {
namespace {

/// A hostile file must not fill the report.
constexpr std::size_t kMostProblems = 100;

}  // namespace

void Findings::add(const std::string& place, const std::string& problem) {
  if (problems_.size() < kMostProblems) problems_.push_back(place + ": " + problem);
}

void Findings::compare(const std::string& place, double stated,
                       const std::optional<double>& recomputed) {
  if (!recomputed) return;
  const std::string both = "stated " + number_text(stated) + ", but its figures give " +
                           (std::isfinite(*recomputed) ? number_text(*recomputed) : "no bound");
  if (!(stated >= *recomputed * (1 - kUnderstated))) {
    add(place, "understated: " + both);
  } else if (!(stated <= *recomputed * (1 + kLoose))) {
    add(place, "loose: " + both);
  }
}

}  // namespace noisy
