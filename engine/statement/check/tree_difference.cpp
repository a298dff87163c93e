#include "engine/statement/check/tree_difference.h"

#include <algorithm>
#include <cmath>

#include "engine/experiment/file/fields.h"

namespace noisy {
namespace {

constexpr double kLastBits = 1e-12;

/// A value's text, short enough for one line.
std::string shown(const Json& value) {
  constexpr std::size_t kMost = 80;
  const std::string text = write_json(value);
  if (text.size() <= kMost) return text;
  std::size_t end = kMost;
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;  // UTF-8
  return text.substr(0, end) + "...";
}

bool is_container(const Json& value) {
  return value.is_object() || value.is_array();
}

bool same_number(double a, double b) {
  return a == b || std::fabs(a - b) <= kLastBits * std::max(std::fabs(a), std::fabs(b));
}

bool same_leaf(const Json& given, const Json& stated) {
  if (given.is_number() && stated.is_number()) return same_number(given.number(), stated.number());
  return given == stated;
}

void compare_objects(const Json& given, const Json& stated, const std::string& place,
                     Findings& findings) {
  for (const auto& [key, value] : given.members()) {
    const Json* found = stated.find(key);
    const std::string here = join_path(place, key);
    if (found) {
      compare_trees(value, *found, here, findings);
    } else {
      findings.add(here, "is missing: the experiment gives " + shown(value));
    }
  }
  for (const auto& [key, value] : stated.members()) {
    if (!given.find(key))
      findings.add(join_path(place, key), "is nothing that the experiment gives");
  }
}

void compare_arrays(const Json& given, const Json& stated, const std::string& place,
                    Findings& findings) {
  if (given.size() != stated.size()) {
    findings.add(place, "holds " + std::to_string(stated.size()) +
                            " elements: the experiment gives " + std::to_string(given.size()));
  }
  for (std::size_t i = 0; i < std::min(given.size(), stated.size()); ++i) {
    compare_trees(given.element(i), stated.element(i), join_path(place, i), findings);
  }
}

}  // namespace

void compare_trees(const Json& given, const Json& stated, const std::string& place,
                   Findings& findings) {
  if (given.is_object() && stated.is_object()) {
    compare_objects(given, stated, place, findings);
  } else if (given.is_array() && stated.is_array()) {
    compare_arrays(given, stated, place, findings);
  } else if (is_container(given) || is_container(stated) || !same_leaf(given, stated)) {
    findings.add(place, "is " + shown(stated) + ": the experiment gives " + shown(given));
  }
}

}  // namespace noisy
