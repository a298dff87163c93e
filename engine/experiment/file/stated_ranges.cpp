#include "engine/experiment/file/stated_ranges.h"

#include <algorithm>
#include <string>
#include <vector>

namespace noisy {
namespace {

bool is_open_step(const Json& value) {
  const Json* kind = value.find("kind");
  return kind && kind->is_text() && kind->text() == "scale-columns" && !value.find("to");
}

}  // namespace

bool leaves_scale_range_open(const Json& value) {
  if (value.is_object()) {
    return is_open_step(value) || std::ranges::any_of(value.members(), [](const auto& member) {
             return leaves_scale_range_open(member.second);
           });
  }
  if (!value.is_array() || value.as_numbers()) return false;
  return std::ranges::any_of(value.elements(), leaves_scale_range_open);
}

Json with_scale_range(const Json& value, Interval to) {
  if (!leaves_scale_range_open(value)) return value;
  if (value.is_array()) {
    std::vector<Json> elements;
    for (const Json& element : value.elements()) elements.push_back(with_scale_range(element, to));
    return Json::array(std::move(elements));
  }
  Json out = Json::object();
  for (const auto& [key, member] : value.members()) out.set(key, with_scale_range(member, to));
  if (is_open_step(value)) out.set("to", Json::numbers({to.lower, to.upper}));
  return out;
}

}  // namespace noisy
