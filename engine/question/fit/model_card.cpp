#include <algorithm>
#include <cmath>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/fields.h"
#include "engine/math/figure_text.h"
#include "engine/question/fit/model_code.h"

namespace noisy {
namespace {

std::string figure(double value) {
  return significant_text(value, 3);
}

/// The name of a column of figures in words: "auc on rows that were held out".
std::string words_of(std::string_view figure) {
  constexpr std::string_view kHeldOut = "heldOut";
  const bool is_held_out = figure.starts_with(kHeldOut);
  if (is_held_out) figure.remove_prefix(kHeldOut.size());
  std::string out;
  for (const char c : figure) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    if (is_upper && !out.empty()) out += ' ';
    out += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return is_held_out ? out + " on rows that were held out" : out;
}

/// 1 of a score in the target's own unit: of a number half its range.
double unit_of(const ModelTarget& target) {
  return target.lower ? 0.5 * (*target.upper - *target.lower) : 1;
}

/// "- accuracy: 0.91; without privacy 0.94; always the same answer 0.63". Of a mean squared error
/// its root, in the target's own unit.
std::string figure_line(const Json& entry, const ModelTarget& target) {
  std::string name = words_of(entry.member("figure").text());
  const bool is_square = name.starts_with("mean squared error");
  if (is_square) name = "root of the " + name + ", in the target's own unit";
  const auto shown = [&](const Json& value) {
    return figure(is_square ? unit_of(target) * std::sqrt(value.number()) : value.number());
  };
  std::string out = "- " + name + ": ";
  out += entry.member("value").is_number() ? shown(entry.member("value")) : "not known";
  if (const Json* best = entry.find("withoutPrivacy"); best && best->is_number()) {
    out += "; without privacy " + shown(*best);
  }
  if (const Json* base = entry.find("baseline"); base && base->is_number()) {
    out += "; always the same answer " + shown(*base);
  }
  return out + "\n";
}

/// A private figure; of a number in the target's own unit.
std::string score_line(const Json& score, const ModelTarget& target) {
  const double unit = unit_of(target);
  const auto part = [&](const char* key) { return figure(unit * score.member(key).number()); };
  return "\n## How well it predicts, privately\n\nOn " + figure(score.member("records").number()) +
         " rows that were held out, with noise: " +
         (target.lower ? "root of the mean squared error " : "accuracy ") + part("value") +
         ". On new rows of the same kind it is between " + part("lower") + " and " + part("upper") +
         ", with confidence " + figure(100 * score.member("coverage").number()) +
         "%. This figure may be published.\n";
}

std::string name_of(const ModelWeight& weight) {
  std::string name = weight.name;
  if (weight.level) name += " = " + *weight.level;
  if (weight.is_missing) name += " is missing";
  return weight.of ? *weight.of + ": " + name : name;
}

}  // namespace

std::string model_card(const Model& model) {
  const ModelTarget& target = model.target();
  std::string out = "# A private model of " + shortened(target.name) + "\n\n";
  const std::vector<ModelColumn> columns = model.column_records();
  out += "It predicts " + quoted(target.name);
  if (!target.classes.empty()) out += " (" + listing(target.classes) + ")";
  if (target.lower) {
    out += " (a number from " + figure(*target.lower) + " to " + figure(*target.upper) +
           (target.has_private_range ? ", a range that was found privately)" : ")");
  }
  out += " from " + std::to_string(columns.size()) +
         (columns.size() == 1 ? " column" : " columns") + " of " + quoted(model.source().name) +
         ".\n\n## Privacy\n\n";
  const Json run = model.run();
  const Json& said = run.member("privacy").member("statement");
  if (said.is_text()) out += said.text() + "\n";
  out += model.is_releasable() ? "It may be published.\n" : "It may not be published as it is:\n";
  for (const std::string& reason : model.reasons()) out += "- " + reason + "\n";
  if (const Json* score = run.find("score")) out += score_line(*score, target);
  if (const Json evaluation = model.evaluation(); evaluation.is_object()) {
    out +=
        "\n## How well it predicts\n\nThese figures read the data without noise; keep them, or "
        "publish what `redact` leaves.\n\n";
    for (const Json& entry : evaluation.member("nonPrivate").elements()) {
      out += figure_line(entry, target);
    }
  }
  out += "\n## What counts\n\n";
  out += target.classes.size() == 2 && model.task() == ModelTask::yes_or_no
             ? "A row's score is a sum; its probability of " + quoted(target.classes[1]) +
                   " is 1 / (1 + exp(-score)).\n"
             : "";
  out +=
      "Of numbers: what 1 more in the column's own unit adds. The noise alone gives a weight the "
      "deviation beside it: a weight of less than twice that says little.\n\n"
      "| feature | weight | noise | in its own unit |\n|---|---|---|---|\n";
  for (const ModelWeight& weight : model.weights()) {
    out += "| " + name_of(weight) + " | " + figure(weight.value) + " | " +
           (weight.noise_deviation ? figure(*weight.noise_deviation) : "") + " | " +
           figure(weight.in_original_units) + " |\n";
  }
  return out;
}

}  // namespace noisy
