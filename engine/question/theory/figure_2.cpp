#include "engine/algorithm/accelerated/theory/figures.h"
#include "engine/question/theory/query.h"

namespace noisy {
namespace {

using record::of, record::Seen::nobody;

struct Figure2 {
  Figure2Form form = Figure2Form::formula_34;
  Index stages = 0;
};

const std::vector<Field<Figure2>>& fields() {
  static const std::vector<Field<Figure2>> kFields = {
      {choice_spec<Figure2Form>("form", "Form", "Which weights divide the noise."),
       &store<&Figure2::form>},
      {whole_spec("stages", "Stages", 1, TheoryLimits::kStages,
                  "K; the figure has 2, 3, 4 and 5. Each stage is about twice as long as the one "
                  "before."),
       &store<&Figure2::stages>}};
  return kFields;
}

struct Figure2Noise {
  std::vector<double> values;
};

constexpr record::Table kNoise{
    "Figure2",
    "",
    {{"noise", of<&Figure2Noise::values>(), nobody, "n epsilon b_t / S1 for t = 1, 2, ..."}}};

Result<Json> answer(const Json& given) {
  const auto figure = read_question(given, fields());
  if (!figure) return std::unexpected(figure.error());
  auto noise = figure2_noise(figure->form, figure->stages);
  if (!noise) return std::unexpected(noise.error());
  return record::json_of<kNoise>(Figure2Noise{*std::move(noise)});
}

}  // namespace

TheoryQuery figure_2_query() {
  return {.name = "figure-2",
          .title = "Figure 2",
          .description =
              "The best noise of every iteration of the multi-stage method, n epsilon b_t / S1, "
              "for mu = 1 and L = 20: a sawtooth.",
          .source = "Figure 2, eq. 34",
          .parameters = specs_of(fields()),
          .records = {&kNoise},
          .answer = &answer};
}

}  // namespace noisy
