#include "engine/experiment/result/read_result.h"

#include <span>
#include <string>
#include <vector>

#include "engine/experiment/file/record_places.h"
#include "engine/experiment/result/assembly.h"

namespace noisy {
namespace {

constexpr std::string_view kSweep = "sweep";

/// A text as it reads in plain words, and how it is to read.
struct Rewording {
  std::string from;
  std::string to;
};

/// Shows the sweeps of the objects of a list, where there is one.
void show_sweeps(Json* list, const Json& experiment, std::vector<Rewording>& reworded) {
  if (!list || !list->is_array()) return;
  for (std::size_t i = 0; i < list->size(); ++i) {
    Json object = list->element(i);
    const Json* values = object.find(kSweep);
    if (!values) continue;
    Json shown = shown_values(*values, experiment);
    if (shown == *values) continue;
    reworded.push_back({write_json(*values), write_json(shown)});
    object.set(kSweep, std::move(shown));
    list->set_element(i, std::move(object));
  }
}

Json reworded_text(const Json& text, const std::vector<Rewording>& reworded) {
  if (!text.is_text()) return text;
  std::string out = text.text();
  for (const auto& [from, to] : reworded) {
    if (const auto at = out.find(from); at != std::string::npos) out.replace(at, from.size(), to);
  }
  return out;
}

}  // namespace

Json with_shown_sweeps(Json result) {
  const Json experiment = result.member("experiment");
  if (!may_sweep_records(experiment)) return result;
  std::vector<Rewording> reworded;
  for (const char* list : {"runs", "refused"}) {
    show_sweeps(result.find(list), experiment, reworded);
  }
  if (Json* non_private = result.find("nonPrivate")) {
    for (const char* list : {"summary", "references"}) {
      show_sweeps(non_private->find(list), experiment, reworded);
    }
  }
  Json* privacy = result.find("privacy");
  Json* statement = privacy ? privacy->find("statement") : nullptr;
  if (!statement || !statement->is_object()) return result;
  show_sweeps(statement->find("entries"), experiment, reworded);
  Json* text = statement->find("text");
  if (!text) return result;
  std::vector<Json> lines;
  for (const Json& line : text->elements()) lines.push_back(reworded_text(line, reworded));
  *text = Json::array(std::move(lines));
  return result;
}

Result<Json> read_result(std::string_view text) {
  Result<Json> tree = parse_json(text, kResultLimits);
  if (!tree) return tree;
  for (const char* name : {"experiment", "runs"}) {
    if (tree->find(name)) continue;
    return fail(ErrorCode::missing_field, name, "this is not a result file");
  }
  return with_shown_sweeps(*std::move(tree));
}

}  // namespace noisy
