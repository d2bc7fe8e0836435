// The element in React 19.
import "ptx-float-element";

export const card = (
  <ptx-float ui="compact" theme="auto" readonly state="v1/add.f32@sm_90?a=1&b=2" title="A sum" id="sum" className="card">
    <p>3</p>
  </ptx-float>
);

// @ts-expect-error: no such theme.
export const blue = <ptx-float theme="blue" />;
