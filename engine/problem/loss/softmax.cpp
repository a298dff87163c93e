#include "engine/problem/loss/built_in_losses.h"

namespace noisy {

LossEntry softmax_entry() {
  return {.id = "softmax",
          .title = "Softmax, several classes",
          .description =
              "-ln p_y with p_k = exp(x_k.u) / (exp(x_1.u) + ... + exp(x_K.u)) for classes y of 0 "
              "to K - 1, multinomial logistic regression: x holds the weights of one class after "
              "the other. Labels of -1 and 1 count as 0 and 1.",
          .form = LossForm::classes,
          .parameters = {{.name = "classes",
                          .title = "Classes",
                          .type = ParameterType::integer,
                          .unit = "classes",
                          .minimum = 2,
                          .maximum = 1000,
                          .default_value = 2.0,
                          .description =
                              "K, public: stated, never counted in the data. Where the target's "
                              "words are listed in data.columns, how many these are."}}};
}

}  // namespace noisy
