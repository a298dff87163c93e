#include <algorithm>

#include "engine/data/text_lines.h"
#include "engine/experiment/file/read_blocks.h"

namespace noisy {
namespace {

const std::vector<Field<GradientClip>>& gradient_clip_fields() {
  static const std::vector<Field<GradientClip>> kFields = {
      {{.name = "norm",
        .title = "Norm",
        .type = ParameterType::choice,
        .choices = word_ids<GradientClip::Norm>(),
        .default_value = word_for(GradientClip::Norm::l2),
        .description = "The norm in which each record's gradient is clipped."},
       &store<&GradientClip::norm>},
      {{.name = "bound",
        .title = "Bound",
        .type = ParameterType::number,
        .minimum = 0,
        .maximum = kLargest,
        .exclusive_minimum = true,
        .description = "Longer record gradients are scaled down to this norm."},
       &store<&GradientClip::bound>}};
  return kFields;
}

/// A positive number, or the rule by which the engine finds the constant.
template <ConstantSpec ConstantsSpec::*Member>
Result<void> store_constant(const Json& value, const FieldPlace& at, ConstantsSpec& constants) {
  Result<ParameterValue> checked = check_value(value, at.path, at.spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  ConstantSpec& constant = constants.*Member;
  if (const double* number = std::get_if<double>(&*checked)) {
    constant = {ConstantRule::stated, *number};
  } else {
    constant = {*find_word<ConstantRule>(std::get<std::string>(*checked)), 0};
  }
  return {};
}

ParameterSpec ruled_constant(std::string name, std::string description) {
  return {.name = std::move(name),
          .type = ParameterType::number_or_choice,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .choices = {"public-bound", "data-spectral", "paper-spectral"},
          .default_value = word_for(ConstantRule::public_bound),
          .description = std::move(description)};
}

ParameterSpec positive_constant(std::string name, std::string rule, std::string description) {
  return {.name = std::move(name),
          .type = ParameterType::number,
          .minimum = 0,
          .maximum = kLargest,
          .exclusive_minimum = true,
          .default_rule = std::move(rule),
          .description = std::move(description)};
}

Result<void> refuse_radius(const Json&, const FieldPlace& at, ConstantsSpec&) {
  return fail(ErrorCode::unsupported_option, at.path,
              "the domain has its own radius: give problem.domain");
}

const std::vector<Field<ConstantsSpec>>& constant_fields() {
  static const std::vector<Field<ConstantsSpec>> kFields = {
      {ruled_constant("smoothness", "L, of the whole objective."),
       &store_constant<&ConstantsSpec::smoothness>},
      {ruled_constant("strongConvexity", "mu, of the whole objective."),
       &store_constant<&ConstantsSpec::strong_convexity>},
      {positive_constant("plConstant", "the strong convexity",
                         "mu with |grad F|^2 >= 2 mu (F - F*), the Polyak-Lojasiewicz inequality, "
                         "of the whole objective."),
       &store<&ConstantsSpec::pl_constant>},
      {positive_constant("initialGap",
                         "the most that the loss at the start can be by the enforced bounds (ln 2 "
                         "for the logistic loss at 0); 10 where nothing bounds it",
                         "E_0, a public guess of F(x_0) - F*."),
       &store<&ConstantsSpec::initial_gap>},
      {positive_constant("distance", "1", "A public guess of ||x_0 - x*||_2."),
       &store<&ConstantsSpec::distance>},
      {positive_constant("radius", "that of problem.domain", "Of the domain."), &refuse_radius}};
  return kFields;
}

template <typename Owner>
std::vector<ParameterSpec> specs_of(const std::vector<Field<Owner>>& fields) {
  std::vector<ParameterSpec> specs;
  for (const Field<Owner>& field : fields) {
    if (field.spec.name != "kind") specs.push_back(field.spec);
  }
  return specs;
}

template <typename Draft, const std::vector<Field<Draft>>& (*fields)()>
Result<Draft> read_nested(const Json& value, const std::string& path) {
  Draft draft;
  if (auto read = read_fields(value, path, fields(), draft); !read) {
    return std::unexpected(std::move(read.error()));
  }
  return draft;
}

Result<void> store_regularizer(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto regularizer = read_regularizer(value, at.path);
  if (!regularizer) return std::unexpected(std::move(regularizer.error()));
  problem.regularizer = *regularizer;
  return {};
}

Result<void> store_domain(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto domain = read_domain(value, at.path);
  if (!domain) return std::unexpected(std::move(domain.error()));
  problem.domain = *std::move(domain);
  return {};
}

Result<void> store_gradient_clip(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto draft = read_nested<GradientClip, &gradient_clip_fields>(value, at.path);
  if (!draft) return std::unexpected(std::move(draft.error()));
  problem.gradient_clip = *draft;
  return {};
}

Result<void> store_constants(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto draft = read_nested<ConstantsSpec, &constant_fields>(value, at.path);
  if (!draft) return std::unexpected(std::move(draft.error()));
  problem.constants = *draft;
  return {};
}

Result<void> store_loss(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  auto checked = check_value(value, at.path, at.spec, ErrorCode::unknown_name);
  if (!checked) return std::unexpected(std::move(checked.error()));
  problem.loss = find_loss(std::get<std::string>(*checked));
  return {};
}

/// Of the loss that was read before; what only other losses have is checked as they would.
Result<void> store_loss_parameter(const Json& value, const FieldPlace& at, ProblemSpec& problem) {
  const ParameterSpec* own = problem.loss->parameter(at.spec.name);
  auto checked = check_value(value, at.path, own ? *own : at.spec);
  if (!checked) return std::unexpected(std::move(checked.error()));
  if (own) problem.loss_parameters.set(own->name, *std::move(checked));
  return {};
}

std::vector<std::string> loss_ids() {
  std::vector<std::string> ids;
  for (const LossEntry& loss : losses()) ids.push_back(loss.id);
  return ids;
}

/// The parameters of all losses, each name once.
std::vector<ParameterSpec> loss_parameters() {
  std::vector<ParameterSpec> all;
  for (const LossEntry& loss : losses()) {
    for (const ParameterSpec& spec : loss.parameters) {
      const bool is_known = std::ranges::find(all, spec.name, &ParameterSpec::name) != all.end();
      if (!is_known) all.push_back(spec);
    }
  }
  return all;
}

std::vector<Field<ProblemSpec>> problem_fields() {
  std::vector<Field<ProblemSpec>> fields = {{{.name = "loss",
                                              .title = "the loss of one record",
                                              .type = ParameterType::choice,
                                              .choices = loss_ids()},
                                             &store_loss}};
  for (ParameterSpec& spec : loss_parameters()) {
    fields.push_back({std::move(spec), &store_loss_parameter});
  }
  fields.push_back({{.name = "regularizer", .default_rule = "none"}, &store_regularizer});
  fields.push_back({{.name = "domain", .default_rule = "all"}, &store_domain});
  fields.push_back({{.name = "gradientClip", .default_rule = "none"}, &store_gradient_clip});
  fields.push_back({{.name = "constants", .default_rule = "public bounds"}, &store_constants});
  return fields;
}

/// Parameters of other losses.
Result<void> check_foreign(const Json& block, const std::string& path, const LossEntry& loss) {
  for (const ParameterSpec& spec : loss_parameters()) {
    if (!block.find(spec.name) || loss.parameter(spec.name)) continue;
    return fail(ErrorCode::conflicting_fields, join_path(path, spec.name),
                "the loss \"" + loss.id + "\" has no " + spec.name + ": leave it out");
  }
  return {};
}

}  // namespace

std::vector<ParameterSpec> gradient_clip_parameters() {
  return specs_of(gradient_clip_fields());
}

std::vector<ParameterSpec> constant_parameters() {
  return specs_of(constant_fields());
}

Result<ProblemSpec> read_problem(const Json& block, const std::string& path) {
  if (const Json* kind = block.find("kind")) {
    return fail(ErrorCode::unsupported_option, join_path(path, "kind"),
                "this version has empirical risk problems only: give \"loss\" instead of a kind" +
                    (kind->is_text() ? " (" + quoted(kind->text()) + ")" : ""));
  }
  ProblemSpec problem;
  if (auto read = read_fields(block, path, problem_fields(), problem); !read) {
    return std::unexpected(std::move(read.error()));
  }
  if (auto checked = check_foreign(block, path, *problem.loss); !checked) {
    return std::unexpected(std::move(checked.error()));
  }
  Json without_constants = block;
  without_constants.erase("constants");
  problem.canonical = write_json(without_constants);
  return problem;
}

}  // namespace noisy
