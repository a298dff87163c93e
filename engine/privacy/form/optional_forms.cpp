#include "engine/privacy/form/optional_forms.h"

#include <array>

#include "engine/privacy/form/anchored.h"
#include "engine/privacy/form/average_vertices.h"
#include "engine/privacy/form/block_gradient.h"
#include "engine/privacy/form/certified_solution.h"
#include "engine/privacy/form/column_range.h"
#include "engine/privacy/form/drawn_solution.h"
#include "engine/privacy/form/fresh_gradient.h"
#include "engine/privacy/form/gap_choice.h"
#include "engine/privacy/form/gradient_norm.h"
#include "engine/privacy/form/iterate_choice.h"
#include "engine/privacy/form/iterate_vertices.h"
#include "engine/privacy/form/last_iterate.h"
#include "engine/privacy/form/level_vertices.h"
#include "engine/privacy/form/minimizer.h"
#include "engine/privacy/form/moment.h"
#include "engine/privacy/form/pass_mean.h"
#include "engine/privacy/form/poisson_gradient.h"
#include "engine/privacy/form/query_choice.h"
#include "engine/privacy/form/solution.h"
#include "engine/privacy/form/step_difference.h"
#include "engine/privacy/form/table_answers.h"
#include "engine/privacy/form/tree_vertices.h"
#include "engine/privacy/form/vertex.h"

namespace noisy {
namespace {

const ReleaseForm* expected_solution_form(SolutionPart part) {
  return certified_solution_form(part, SolutionAccuracy::expected);
}

}  // namespace

std::span<const ReleaseForm* const> optional_forms() {
  static const std::array kForms = {variance_reduced_form(),
                                    difference_form(),
                                    anchor_form(),
                                    solution_form(),
                                    last_iterate_form(),
                                    vertex_form(),
                                    minimizer_form(),
                                    fresh_gradient_form(),
                                    step_difference_form(),
                                    gradient_norm_form(),
                                    iterate_choice_form(),
                                    iterate_vertices_form(),
                                    average_vertices_form(),
                                    tree_vertices_form(),
                                    level_vertices_form(),
                                    gap_choice_form(),
                                    query_choice_form(),
                                    table_answers_form(),
                                    block_gradient_form(),
                                    certified_solution_form(SolutionPart::minimizer),
                                    certified_solution_form(SolutionPart::saddle),
                                    certified_solution_form(SolutionPart::primal),
                                    certified_solution_form(SolutionPart::dual),
                                    expected_solution_form(SolutionPart::minimizer),
                                    expected_solution_form(SolutionPart::saddle),
                                    expected_solution_form(SolutionPart::primal),
                                    expected_solution_form(SolutionPart::dual),
                                    pass_mean_form(),
                                    moment_form(MomentPart::least_eigenvalue),
                                    moment_form(MomentPart::second),
                                    moment_form(MomentPart::first),
                                    drawn_solution_form(),
                                    column_range_form(),
                                    poisson_gradient_form()};
  return kForms;
}

}  // namespace noisy
