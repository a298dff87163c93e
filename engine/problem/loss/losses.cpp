#include <array>
#include <cmath>
#include <limits>

#include "engine/problem/loss/built_in_losses.h"
#include "engine/problem/loss/record_loss.h"

namespace noisy {
namespace {

/// What else stands beside `loss` in a file's problem.
constexpr std::array<std::string_view, 7> kProblemFields = {
    "kind", "name", "loss", "regularizer", "domain", "gradientClip", "constants"};

Registry<LossEntry>& registry() {
#define NOISY_CALL(name) name##_entry(),
  static Registry<LossEntry> all({NOISY_LOSSES(NOISY_CALL)});
#undef NOISY_CALL
  return all;
}

Result<void> check_parameter(const ParameterSpec& spec) {
  if (std::ranges::find(kProblemFields, spec.name) != kProblemFields.end()) {
    return fail(ErrorCode::invalid_value, "parameters",
                "\"" + spec.name + "\" is another field of problems: choose another name");
  }
  if (spec.default_value) return {};
  return fail(ErrorCode::invalid_value, "parameters",
              "\"" + spec.name + "\" needs a default value");
}

/// What a pass and the sensitivities cannot do without.
bool is_whole(const LinearLoss& loss) {
  return loss.pass && loss.derivative_bound && loss.value && loss.derivative &&
         loss.curvature_bound >= 0;
}

}  // namespace

ParameterSet LossEntry::completed(const ParameterSet& given) const {
  ParameterSet all;
  for (const ParameterSpec& spec : parameters) {
    const auto found = given.values().find(spec.name);
    all.set(spec.name, found == given.values().end() ? *spec.default_value : found->second);
  }
  return all;
}

LinearLoss LossEntry::linear(const ParameterSet& given) const {
  return make(completed(given));
}

std::shared_ptr<const RecordLoss> LossEntry::record(const ParameterSet& given) const {
  return make_record(completed(given));
}

std::shared_ptr<const SaddleLoss> LossEntry::saddle(const ParameterSet& given) const {
  return make_saddle(completed(given));
}

Result<void> LossEntry::check_fit(const ParameterSet& given) const {
  if (!check) return {};
  return check(completed(given));
}

bool LossEntry::may_be_sparse() const {
  return form == LossForm::margin || takes_sparse;
}

bool LossEntry::is_convex() const {
  if (form == LossForm::record) return record()->is_convex();
  return form != LossForm::margin || linear().is_convex();
}

bool LossEntry::needs_gradient_clip() const {
  if (form != LossForm::margin) return false;
  return !std::isfinite(linear().derivative_bound(std::numeric_limits<double>::infinity(), 1));
}

Prediction LossEntry::prediction() const {
  if (takes_labels) return Prediction::labels;
  if (form == LossForm::classes) return Prediction::classes;
  return form == LossForm::margin && !ignores_targets ? Prediction::numbers : Prediction::none;
}

Index LossEntry::classes(const ParameterSet& given) const {
  if (form != LossForm::classes) return 0;
  return static_cast<Index>(*completed(given).number("classes"));
}

const ParameterSpec* LossEntry::parameter(std::string_view name) const {
  const auto found = std::ranges::find(parameters, name, &ParameterSpec::name);
  return found == parameters.end() ? nullptr : &*found;
}

const std::deque<LossEntry>& losses() {
  return registry().entries();
}

const LossEntry* find_loss(std::string_view id) {
  return registry().find(id);
}

Result<void> register_loss(LossEntry entry) {
  if (auto checked = check_parameters(entry.parameters); !checked) return checked;
  for (const ParameterSpec& spec : entry.parameters) {
    if (auto checked = check_parameter(spec); !checked) return checked;
  }
  if (entry.form != LossForm::margin || !entry.make || !is_whole(entry.linear())) {
    return fail(ErrorCode::invalid_value, "make",
                "\"" + entry.id +
                    "\" needs a function of the margin: its pass, value, derivative and bounds");
  }
  return registry().add(std::move(entry));
}

std::string author_reason(const LossEntry& entry) {
  if (entry.origin == Origin::engine) return "";
  return "the loss \"" + entry.id +
         "\" comes from outside the engine: its bounds are its author's word";
}

}  // namespace noisy
